"""The pages with which a user adds a device, and the page with the recovery codes."""

from base64 import b32decode
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from hanse.plugins.adapters.second_factors.factor_list import list_page
from hanse.plugins.adapters.second_factors.factor_users import entered_name, factor_key, user_of
from hanse.plugins.adapters.second_factors.recovery_codes import create_recovery_codes, recovery_codes
from hanse.plugins.adapters.totp.codes import SECRET_OCTETS, accepted_step, key_uri, secret_text
from hanse.plugins.adapters.totp.proof import CODES_PAGE, ENROLLMENT_PAGE, METHOD, TOTP_METHOD, success
from hanse.plugins.adapters.totp.settings import TotpSettings
from hanse.plugins.contracts.adapters import AdapterRequest, AdapterResult, Failure, ShowPage
from hanse.plugins.contracts.second_factors import FactorKind

_ENROLLMENT_TEMPLATE: Final = "totp.enrollment.template.html"
_CODES_TEMPLATE: Final = "recovery.codes.template.html"
# RFC 4648, section 6.
_BASE32: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
_USUAL_NAME: Final = "Authenticator app"


@dataclass(frozen=True)
class Enrollment:
    """Adds a device. It is stored once the user has entered a code from it."""

    settings: TotpSettings

    def begin(self, request: AdapterRequest, proof: Mapping[str, Any]) -> ShowPage:
        """Show a new secret. `proof` is the second factor that the user has proved, or empty for the first device."""
        secret = request.services.random_text(SECRET_OCTETS * 8 // 5, _BASE32)
        return self._show(request, {**proof, "page": ENROLLMENT_PAGE, "secret": secret})

    def submitted(self, request: AdapterRequest) -> AdapterResult | None:
        """Answer the form with a code from the new device.

        Returns None if the user has added the first device elsewhere in the meantime. Somebody who only knows the
        password could have opened this page before.
        """
        given, state = request.form or {}, request.state
        if given.get("pf.cancel"):
            return self._list(request, state) if state.get(METHOD) else Failure(code="cancelled")
        code, secret = "".join(given.get("otp", "").split()), b32decode(str(state["secret"]))
        step = accepted_step(secret, code, request.now) if code.isascii() else None
        if step is None:
            return self._show(request, state, "totp.wrong_first" if code else "totp.missing", given.get("name", ""))
        user, name = factor_key(user_of(request)), entered_name(given.get("name", ""), _USUAL_NAME)
        # The code cannot be used again for a sign-in.
        is_first = not state.get(METHOD)
        if not request.services.second_factors.add(
            user, FactorKind.TOTP, name, secret, is_first=is_first, counter=step
        ):
            return None if is_first else self._show(request, state, "totp.too_many", name)
        factors = request.services.second_factors.of_user(user)
        if self.settings.gives_recovery_codes and not recovery_codes(factors):
            return self.show_new_codes(request, state)
        return self._list(request, state) if state.get(METHOD) else success(request, TOTP_METHOD)

    def show_new_codes(self, request: AdapterRequest, proof: Mapping[str, Any]) -> ShowPage:
        """Replace the recovery codes, and show the new ones, once."""
        codes = create_recovery_codes(request.services, factor_key(user_of(request)))
        state = {METHOD: proof.get(METHOD) or "", "page": CODES_PAGE}
        return ShowPage(template=_CODES_TEMPLATE, values={"codes": codes}, state=state)

    def codes_seen(self, request: AdapterRequest) -> AdapterResult:
        """Continue after the recovery codes."""
        return self._list(request, request.state) if request.state.get(METHOD) else success(request, TOTP_METHOD)

    def _show(self, request: AdapterRequest, state: Mapping[str, Any], error: str = "", name: str = "") -> ShowPage:
        secret = b32decode(str(state["secret"]))
        uri = key_uri(secret, user_of(request), self.settings.issuer_name(request))
        values = {
            "qr": _qr_code(uri),
            "key_uri": uri,
            "secret": secret_text(secret),
            "name": name,
            "error": error,
        }
        return ShowPage(template=_ENROLLMENT_TEMPLATE, values=values, state=state)

    def _list(self, request: AdapterRequest, state: Mapping[str, Any]) -> ShowPage:
        factors = request.services.second_factors.of_user(factor_key(user_of(request)))
        has_codes = self.settings.gives_recovery_codes
        return list_page(factors, FactorKind.TOTP, {METHOD: state[METHOD]}, has_recovery_codes=has_codes)


def _qr_code(uri: str) -> str:
    """Return the address of a picture, which contains it."""
    # The library takes some hundredths of a second to import, and few processes need it.
    import segno  # noqa: PLC0415 - the comment above says why.

    picture: str = segno.make(uri, micro=False, error="m").svg_data_uri(scale=5, border=4, light="#fff")
    return picture
