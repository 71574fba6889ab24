"""Advanced fields of an HTML form adapter: its pages and messages, and the lifetimes of codes and links."""

import re

from hanse.config.declare.plugin_fields import TRUE, Field
from hanse.config.plugins.field_shorthands import flag, number, template
from hanse.config.plugins.numbers import NumberCheck

_CODE_CHARACTERS = "23456789BCDFGHJKMNPQRSTVWXZbcdfghjkmnpqrstvwxz"
_FEWEST_CHARACTERS = 10
_CAPTCHA = "CAPTCHA providers"


def _check_characters(text: str) -> str | None:
    if len(set(text)) != len(text):
        return "Use each character only once."
    # Even a code of the minimum length must be hard to guess.
    return (
        None
        if len(text) >= _FEWEST_CHARACTERS and text.isascii() and text.isalnum()
        else "Enter at least ten letters and digits."
    )


def _check_path(text: str) -> str | None:
    is_good = re.fullmatch(r"/[A-Za-z0-9._~-]+", text) is not None
    return None if is_good or not text else "Enter one path segment that starts with a slash, such as /sign-out."


def _check_address(text: str) -> str | None:
    is_good = re.fullmatch(r"https?://[^\s\"<>\\^`{|}]+", text) is not None
    return None if is_good or not text else "Enter an http or https URL."


ADVANCED = (
    template(
        "Login Template", "html.form.login.template.html", "Page on which users enter their username and password."
    ),
    Field(
        name="Logout Path",
        description="Path at which users sign out, below /ext of this server; it starts with a slash, such as "
        "/sign-out. If not set, there is none.",
        advanced=True,
        maximum_length=1024,
        check=_check_path,
    ),
    Field(
        name="Logout Redirect",
        description="URL to which users are sent after they signed out at the logout path. If not set, they see the "
        "page of the logout template.",
        advanced=True,
        maximum_length=2048,
        check=_check_address,
    ),
    template("Logout Template", "idp.logout.success.page.template.html", "Page that users see after they signed out."),
    template(
        "Change Password Template",
        "html.form.change.password.template.html",
        "Page on which users change their password.",
    ),
    template(
        "Change Password Message Template", "html.form.message.template.html", "Page that confirms a changed password."
    ),
    template(
        "Password Management System Message Template",
        "html.form.message.template.html",
        "Page that refers users to another system for changing their password.",
    ),
    template(
        "Change Password Email Template",
        "message-template-end-user-password-change.html",
        "E-mail that tells users that their password was changed.",
    ),
    template(
        "Expiring Password Warning Template",
        "html.form.password.expiring.notification.template.html",
        "Page that warns users of a password that expires soon.",
    ),
    number(
        "Threshold for Expiring Password Warning",
        "Number of days before expiry at which the warning begins.",
        7,
        NumberCheck(1, 365),
        advanced=True,
    ),
    number(
        "Snooze Interval for Expiring Password Warning",
        "Hours after which the warning is shown again.",
        24,
        NumberCheck(0, 8760),
        advanced=True,
    ),
    Field(
        name="Login Challenge Template",
        description="Template of the page for a validator's challenge, such as a one-time code.",
        default="html.form.login.challenge.template.html",
        advanced=True,
        lacks="validators with a challenge, such as RADIUS",
    ),
    number(
        "'Remember My Username' Lifetime",
        "Days for which browsers remember the username.",
        30,
        NumberCheck(1, 3650),
        advanced=True,
    ),
    number(
        "'This is My Device' Lifetime",
        "Days for which a device is remembered as the user's.",
        30,
        NumberCheck(1, 3650),
        advanced=True,
    ),
    flag(
        "Allow Username Edits During Chaining",
        "Allow users to change a username that an earlier step of the policy provided.",
        advanced=True,
    ),
    flag(
        "Track Authentication Time",
        "Keep the time at which a user signed in. If off, requests that limit the age of a sign-in (max_age) have the "
        "user sign in again, and ID tokens of a session have no auth_time.",
        TRUE,
        advanced=True,
    ),
    number(
        "Post-Password Change Re-Authentication Delay",
        "Time that directories have to replicate a changed password before the user signs in with it, in milliseconds.",
        0,
        NumberCheck(0, 60_000),
        advanced=True,
    ),
    number(
        "Password Update Timeout",
        "Time that users have for choosing another password, in minutes. 0 sets no limit besides that of the sign-in.",
        30,
        NumberCheck(0, 60),
        advanced=True,
    ),
    template(
        "Password Reset One-Time Link Email Template",
        "message-template-forgot-password-link.html",
        "E-mail with a one-time link for a password reset.",
    ),
    template(
        "Password Reset One-Time Password Email Template",
        "message-template-forgot-password-code.html",
        "E-mail with a one-time password for a password reset.",
    ),
    template(
        "Account Disabled Email Template",
        "message-template-account-disabled.html",
        "E-mail to users who request a password reset for a disabled account.",
    ),
    template(
        "Password Reset Complete Email Template",
        "message-template-forgot-password-complete.html",
        "E-mail that tells users that their password was reset.",
    ),
    template(
        "Password Reset Failed Email Template",
        "message-template-forgot-password-failed.html",
        "E-mail that tells users that their password could not be reset.",
    ),
    template(
        "Password Reset Username Template",
        "forgot-password.html",
        "Page on which users enter their username for a password reset.",
    ),
    template(
        "Password Reset Code Template",
        "forgot-password-resume.html",
        "Page on which users enter the code for a password reset.",
    ),
    template(
        "Password Reset Template",
        "forgot-password-change.html",
        "Page on which users set another password after a reset.",
    ),
    template(
        "Password Reset Error Template",
        "forgot-password-error.html",
        "Page that users see when their password cannot be reset.",
    ),
    template("Password Reset Success Template", "forgot-password-success.html", "Page that confirms a password reset."),
    template("Account Unlock Template", "account-unlock.html", "Page that confirms that an account was unlocked."),
    template(
        "Account Unlock Email Template",
        "message-template-account-unlock-complete.html",
        "E-mail that tells users that their account was unlocked.",
    ),
    number("OTP Length", "Number of characters in a one-time password.", 8, NumberCheck(5, 100), advanced=True),
    Field(
        name="Allowed OTP Character Set",
        description="Characters of one-time passwords. The default has no vowels, so that no words appear, and no "
        "characters that look alike.",
        default=_CODE_CHARACTERS,
        advanced=True,
        maximum_length=100,
        check=_check_characters,
    ),
    number(
        "OTP Time to Live",
        "Lifetime of a one-time password or link, in minutes.",
        10,
        NumberCheck(1, 1440),
        advanced=True,
    ),
    template(
        "Username Recovery Template",
        "username.recovery.template.html",
        "Page on which users enter their e-mail address to recover their username.",
    ),
    template(
        "Username Recovery Info Template",
        "username.recovery.info.template.html",
        "Page that states that the username is sent if the address is known.",
    ),
    template(
        "Username Recovery Email Template",
        "message-template-username-recovery.html",
        "E-mail with the user's username.",
    ),
    Field(
        name="PingID Properties",
        description="Settings file for password reset with PingID.",
        advanced=True,
        lacks="PingID",
    ),
    flag(
        "Require Re-Authentication For Expiring Password Flow",
        "Have users sign in again after they changed a password that is about to expire.",
        advanced=True,
    ),
    flag(
        "Require Re-Authentication for Change Password Flow",
        "Have users sign in again after they changed their password.",
        TRUE,
        advanced=True,
    ),
    flag(
        "Require Re-Authentication for Password Reset Flow",
        "Have users sign in after they reset a forgotten password.",
        TRUE,
        advanced=True,
    ),
    *(
        flag(name, "Require a CAPTCHA for this step.", advanced=True, lacks=_CAPTCHA)
        for name in (
            "CAPTCHA for Authentication",
            "CAPTCHA for Password change",
            "CAPTCHA for Password Reset",
            "CAPTCHA for Username recovery",
        )
    ),
    Field(name="CAPTCHA Provider", description="CAPTCHA provider that verifies users.", advanced=True, lacks=_CAPTCHA),
    flag(
        "Fail Authentication on Account Lockout",
        "End the sign-in with a failure if the account is locked. If off, the form is shown again.",
        TRUE,
        advanced=True,
    ),
)
