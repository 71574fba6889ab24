"""Example values for every shipped page."""

from collections.abc import Callable, Mapping
from typing import Any

Values = Mapping[str, Any]


# Pages that show a message and a link.
MESSAGE_PAGES = (
    "forgot-password-error.html",
    "forgot-password-success.html",
    "account-unlock.html",
    "username.recovery.info.template.html",
    "local.identity.email.verification.error.html",
)


def pages(text: Callable[[str], Any] = str, *, flag: bool = True) -> Mapping[str, Values]:
    """Return the values of each template. `text` converts every text, and `flag` selects the optional parts."""
    message = {
        "title": "login.title",
        "message": "login.locked",
        "message_values": {"minutes": text("5")},
        "link": text("https://elsewhere.example.com"),
        "link_text": "common.continue",
    }
    return {
        "idp.logout.success.page.template.html": {},
        "idp.logout.declined.page.template.html": {},
        "idp.logout.partial.page.template.html": {},
        "idp.logout.confirmation.page.template.html": {"fields": [("state", text("s"))] if flag else []},
        "idp.logout.applications.page.template.html": {
            "frames": [text("https://web.example.com/logout")],
            "images": [text("https://app.example.com/logout.png")],
            "address": text("https://web.example.com/") if flag else "",
            "seconds": 4,
            "is_partial": flag,
        },
        "html.form.login.template.html": {
            "username": text("joe"),
            "username_fixed": flag,
            "remember_offered": flag,
            "remember_checked": flag,
            "device_offered": flag,
            "device_checked": flag,
            "can_reset": flag,
            "can_recover": flag,
            "can_unlock": flag,
            "can_change": flag,
            "can_register": flag,
            "cancel_offered": flag,
            "error": "login.locked" if flag else "",
            "error_values": {"minutes": text("5")},
        },
        "continue.page.template.html": {"address": text("https://login.example.com/authorize?state=s-1")},
        "html.form.message.template.html": message,
        "general.error.page.template.html": {
            "message": "error.general",
            "detail": text("The parameter client_id is required."),
            "reference": text("request-1"),
        },
        **_local_identity_pages(text, flag=flag),
        **_device_pages(text, flag=flag),
        **_ciba_pages(text, flag=flag),
        **_consent_pages(text, flag=flag),
        "oauth.access.grants.page.template.html": {
            "user_name": text("joe"),
            "grants": [
                {
                    "id": text("grant-1"),
                    "name": text("Web"),
                    "scopes": [text("Read"), text("Write")],
                    "issued": "2026-11-21",
                    "updated": "2026-11-22",
                    "expires": "2026-12-22" if flag else "",
                }
            ]
            if flag
            else [],
            "next_after": "grant-1" if flag else "",
            "revoked": text("Other") if flag else "",
        },
        "oauth.access.grants.revoke.page.template.html": {"grant": {"name": text("Web")}},
        "state.not.found.error.page.template.html": {"reference": text("request-1")},
        **_account_pages(text, flag=flag),
        **_second_factor_pages(text, flag=flag),
        **dict.fromkeys(MESSAGE_PAGES, message),
        **_choice_pages(text, flag=flag),
        "sourceid-choose-idp-adapter-form-template.html": {
            "sources": [(text("form"), text("Employees")), (text("partner"), text("Partners"))]
        },
    }


def _choice_pages(text: Callable[[str], Any], *, flag: bool) -> Mapping[str, Values]:
    return {
        "sp.choose.identity.provider.template.html": {
            "address": "/sp/startSSO.ping",
            "providers": [
                {"name": text("Partner"), "address": "/sp/startSSO.ping?PartnerIdpId=a", "is_last": flag},
                {"name": text("Other"), "address": "/sp/startSSO.ping?PartnerIdpId=b", "is_last": False},
            ],
            "parameters": [("TargetResource", text("https://app.example.com"))],
            "search_name": "IdpSearch",
            "searched": text("a"),
            "can_search": flag,
            "hidden": 3 if flag else 0,
        },
    }


def _account_pages(text: Callable[[str], Any], *, flag: bool) -> Mapping[str, Values]:
    return {
        "identifier.first.template.html": {
            "identifiers": [text("joe"), text("amy")] if flag else [],
            "identifier": text("joe"),
            "cancel_offered": flag,
            "error": "" if flag else "identifier.missing",
        },
        "html.form.change.password.template.html": {
            "username": text("joe"),
            "username_fixed": flag,
            "reason": "expired" if flag else "choice",
            "error": "change.refused" if flag else "",
            "error_values": {},
            "detail": text("It is too short.") if flag else "",
        },
        "html.form.password.expiring.notification.template.html": {"days": text("3"), "can_change": flag},
        "forgot-password.html": {
            "username": text("joe"),
            "purpose": "unlock" if flag else "reset",
            "error": "reset.missing_username" if flag else "",
        },
        "forgot-password-resume.html": {"by_link": not flag, "error": "reset.wrong_code" if flag else ""},
        "forgot-password-change.html": {
            "username": text("joe"),
            "error": "change.refused" if flag else "",
            "detail": text("It is too short.") if flag else "",
        },
        "username.recovery.template.html": {"email": text("a@b"), "error": "recover.missing" if flag else ""},
    }


def _second_factor_pages(text: Callable[[str], Any], *, flag: bool) -> Mapping[str, Values]:
    values = {"minutes": text("5")}
    factor = {"id": text("f-1"), "name": text("Phone"), "created": "2026-11-23", "used": "2026-11-24" if flag else ""}
    return {
        "totp.code.template.html": {
            "user": text("joe"),
            "can_recover": flag,
            "can_manage": flag,
            "error": "login.locked" if flag else "",
            "error_values": values,
        },
        "recovery.code.template.html": {
            "user": text("joe"),
            "error": "recovery.wrong" if flag else "",
            "error_values": values,
        },
        "totp.enrollment.template.html": {
            "qr": text("data:image/svg+xml,example"),
            "secret": text("ABCD EFGH"),
            "name": text("Phone") if flag else "",
            "error": "totp.wrong_first" if flag else "",
        },
        "passkey.template.html": {
            "user": text("joe") if flag else "",
            "options": text('{"challenge": "AAAA"}'),
            "can_manage": flag,
            "error": "login.locked" if flag else "",
            "error_values": values,
        },
        "passkey.registration.template.html": {
            "options": text('{"challenge": "AAAA"}'),
            "name": text("Laptop") if flag else "",
            "error": "passkey.not_created" if flag else "",
        },
        "email.code.template.html": {
            "address": text("j•••@e•••.com"),
            "minutes": 5,
            "can_resend": flag,
            "error": "login.locked" if flag else "",
            "error_values": values,
        },
        "recovery.codes.template.html": {"codes": [text("0abcd-efghj"), text("1abcd-efghj")]},
        "second.factors.template.html": {
            "kind": "totp",
            "factors": [factor, factor],
            "can_remove": flag,
            "has_recovery_codes": flag,
            "recovery_codes_left": 9,
            "message": "factors.removed" if flag else "",
        },
    }


def _local_identity_pages(text: Callable[[str], Any], *, flag: bool) -> Mapping[str, Values]:
    error = "account.invalid_text" if flag else ""
    usual = {"checked": flag, "required": flag, "locked": False, "error": error, "error_values": {"maximum": 256}}
    fields = [
        {
            **usual,
            "name": f"field.{type_}",
            "id": f"field-{type_}",
            "label": text(f"Field of the type {type_}"),
            "type": type_,
            "value": [text("red")] if type_ == "CHECKBOX_GROUP" else text("red"),
            "options": [text("red")],
        }
        for type_ in ("TEXT", "EMAIL", "PHONE", "DATE", "CHECKBOX", "CHECKBOX_GROUP", "DROP_DOWN")
    ]
    locked = [{**each, "id": f"{each['id']}-locked", "locked": True} for each in fields]
    password = {
        "minimum": 12,
        "password_error": "account.password_short" if flag else "",
        "password_error_values": {"minimum": text("12")},
    }
    joe = {"partner": text("Partner"), "subject": text("joe@partner")}
    return {
        "local.identity.link.html": {
            "username": text("ada"),
            "email": text("ada@hanse.example"),
            "sets_password": flag,
            "minimum": 12,
            "error": "account.password_short" if flag else "",
            "error_values": {"minimum": text("12")},
        },
        "local.identity.registration.html": {
            **password,
            "fields": fields,
            "error": "account.check_fields" if flag else "",
        },
        "local.identity.email.verification.otp.html": {
            "can_continue": flag,
            "error": "reset.wrong_code" if flag else "",
        },
        "local.identity.email.verification.sent.html": {"can_continue": flag, "error": ""},
        "local.identity.message.html": {"title": "change.title", "message": "account.password_changed"},
        "local.identity.account.link.html": {**joe, "username": text("joe") if flag else ""},
        "local.identity.account.unlink.html": {"username": text("joe"), "links": [joe], "fields": [("a", text("b"))]},
        "local.identity.profile.html": {
            **password,
            "links": [{"id": "1", **joe}],
            "can_remove_links": flag,
            "username": text("joe"),
            "fields": [*fields, *locked],
            "sessions": [_session(text, "1"), _session(text, "2", is_current=not flag)],
            "unverified": flag,
            "can_delete": flag,
            "delete_error": "account.wrong_password" if flag else "",
            "delete_error_values": {},
            "error": "account.check_fields" if flag else "",
            "done": "account.saved" if flag else "",
        },
    }


def _session(text: Callable[[str], Any], id_: str, *, is_current: bool = False) -> dict[str, Any]:
    moment = {"machine": "2026-11-23T10:00Z", "text": "2026-11-23 10:00 UTC"}
    return {
        "id": id_,
        "device": "" if is_current else text("Firefox on Linux"),
        "is_current": is_current,
        "begun": moment,
        "used": moment,
        "applications": [text("Web shop")],
    }


def _device_pages(text: Callable[[str], Any], *, flag: bool) -> Mapping[str, Values]:
    return {
        "oauth.device.user.code.page.template.html": {
            "user_code": text("WDJB-MJHT"),
            "confirmed": text("WDJBMJHT") if flag else "",
            "client_name": text("Television"),
            "error": "" if flag else "device.wrong",
        },
        "oauth.device.confirmation.page.template.html": {
            "user_code": text("WDJB-MJHT"),
            "client_name": text("Television"),
            "user_name": text("joe"),
            "scopes": [text("Read"), text("Write")] if flag else [],
        },
        "oauth.device.result.page.template.html": {"approved": flag, "client_name": text("Television")},
    }


def _ciba_pages(text: Callable[[str], Any], *, flag: bool) -> Mapping[str, Values]:
    return {
        "oauth.ciba.confirmation.page.template.html": {
            "client_name": text("Call center"),
            "user_name": text("joe"),
            "binding_message": text("Ticket 4711") if flag else "",
        },
        "oauth.ciba.result.page.template.html": {
            "approved": flag,
            "client_name": text("Call center"),
            "other_user": "" if flag else text("amy"),
            "again": "" if flag else text("/as/bc-approval.ciba?request=secret"),
        },
    }


def _consent_pages(text: Callable[[str], Any], *, flag: bool) -> Mapping[str, Values]:
    return {
        "oauth.approval.page.template.html": {
            "user_code": text("WDJB-MJHT") if flag else "",
            "is_backchannel": "true" if flag else "",
            "binding_message": text("Ticket 4711") if flag else "",
            "client_name": text("Web"),
            "is_unreviewed": "true" if flag else "",
            "user_name": text("joe"),
            "scopes": [
                {"name": text("openid"), "description": text("Sign in"), "value": "", "required": flag},
                {"name": text("pay:7"), "description": text("Pay"), "value": text("pay:7"), "required": False},
            ]
            if flag
            else [],
            "default_scope": text("Basic access"),
            "details": [text("Pay 5 EUR")] if flag else [],
            "lifetime": text("This access lasts 30 days at most."),
        },
    }
