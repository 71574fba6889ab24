"""The REST API data store: reads attributes of users from the JSON answers of a service."""

import json
import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from hanse.config.declare.plugin_fields import TRUE, Field
from hanse.config.plugins.plugin import Plugin, SettingRefused, Settings
from hanse.data_stores.settings import (
    CredentialsRefused,
    HttpAnswer,
    HttpRequest,
    HttpSettings,
    SourceFailed,
    SourceUnreachable,
    Values,
)
from hanse.kit.texts.messages import message
from hanse.plugins.basic_credentials import basic
from hanse.plugins.contracts.data_stores import KIND, DataStoreServices, Found, HttpSender
from hanse.plugins.data_stores.rest import fields as form
from hanse.plugins.data_stores.rest.answer_cache import AnswerCache
from hanse.plugins.data_stores.rest.field_checks import LONGEST_MILLISECONDS
from hanse.plugins.data_stores.rest.json_pointers import read_pointer, values_at
from hanse.plugins.data_stores.rest.requests import content_of, header_of, url_of
from hanse.plugins.data_stores.rest.tokens import ServiceTokenEndpoint, TokenCache

_SUCCESS: Final = range(200, 300)
_NO_CONTENT, _UNAUTHORIZED, _FORBIDDEN, _NOT_FOUND, _SERVER_ERROR = 204, 401, 403, 404, 500
# Pauses between repetitions, in seconds: they double up to the longest one.
_FIRST_PAUSE, _LONGEST_PAUSE = 0.1, 2.0
_CONTENT_TYPE, _AUTHORIZATION = "Content-Type", "Authorization"
_BETWEEN: Final = re.compile(r"[\s,]+")


@dataclass(frozen=True)
class _Base:
    """A base URL with the tags of the nodes that use it."""

    url: str
    tags: frozenset[str]


@dataclass(frozen=True)
class _Template:
    """A request before it is known to which base URL it is sent."""

    path: str = field(repr=False)
    authorization: str = field(repr=False)
    body: str = field(repr=False)


class RestDataStore:
    """Looks attributes up in a service; the interface is `contracts.data_stores.CustomDataStore`."""

    filter_fields: Sequence[Field] = form.FILTER_FIELDS

    def __init__(
        self,
        settings: Settings,
        pause: Callable[[float], None] = time.sleep,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._settings, self._pause = settings, pause
        rows = settings.rows(form.BASES)
        if not rows:
            raise SettingRefused("A data store needs a base URL.", form.BASES)
        if not settings.rows(form.ATTRIBUTES):
            raise SettingRefused("A data store needs an attribute.", form.ATTRIBUTES)
        bases = [_Base(row[form.BASE], frozenset(_BETWEEN.split(row.get(form.TAGS, ""))) - {""}) for row in rows]
        self._bases, self._default = bases, bases[settings.default_rows.get(form.BASES, 0)]
        self._pointers = {row[form.LOCAL]: read_pointer(row[form.POINTER]) for row in settings.rows(form.ATTRIBUTES)}
        self._headers = [(row[form.HEADER], row.get(form.HEADER_VALUE, "")) for row in settings.rows(form.HEADERS)]
        self._method = settings.text(form.METHOD)
        self._connection = _connection(settings)
        self._codes = {int(each) for each in settings.text(form.RETRY_CODES).split(",") if each.strip()}
        self._attempts = 1 + (int(settings.text(form.RETRIES)) if settings.flag(form.RETRY) else 0)
        self._tokens = _tokens(settings, monotonic)
        self._answers = AnswerCache(float(settings.text(form.CACHE)), monotonic)

    @property
    def attributes(self) -> Sequence[str]:
        """Return the names of the attributes."""
        return tuple(self._pointers)

    def check(self, services: DataStoreServices) -> None:
        """Request the URL for tests, or a base URL; raises SourceFailed."""
        url = self._settings.text(form.TEST_URL)
        template = _Template("", "", self._settings.text(form.TEST_BODY))
        sender = services.http(self._connection)
        answer = self._answer(self._request(url or self._bases_of(services)[0].url, template, {}), sender)
        if answer.status in (_UNAUTHORIZED, _FORBIDDEN):
            raise CredentialsRefused(message("The service answers with status {status}.", status=answer.status))
        if answer.status not in _SUCCESS and (url or answer.status >= _SERVER_ERROR):
            raise SourceFailed(message("The service answers with status {status}.", status=answer.status))

    def look_up(self, filters: Mapping[str, str], values: Values, services: DataStoreServices) -> Found:
        """Return the attributes of one user; nothing if the service has no such user."""
        template = _Template(*(filters.get(each.name, "") for each in self.filter_fields))
        sender = services.http(self._connection)
        failure: SourceUnreachable | None = None
        for base in self._bases_of(services):
            request = self._request(url_of(base.url, template.path, values), template, values)
            if (known := self._answers.get(request)) is not None:
                return known
            try:
                answer = self._answer(request, sender)
            except SourceUnreachable as error:
                failure = error
                continue
            found = self._found(answer)
            if found:
                self._answers.add(request, found)
            return found
        raise failure or SourceFailed("The data store has no base URL for this node.")

    def _bases_of(self, services: DataStoreServices) -> Sequence[_Base]:
        return [base for base in self._bases if base.tags & services.tags] or [self._default]

    def _request(self, url: str, template: _Template, values: Values) -> HttpRequest:
        """Return a request without the authorization of the data store."""
        headers = {name.lower(): (name, value) for name, value in self._headers}
        sends_type = self._method == form.POST or not self._settings.flag(form.NO_CONTENT_TYPE)
        usual = [("Accept", "application/json"), *([(_CONTENT_TYPE, "application/json")] if sends_type else [])]
        for name, value in usual:
            headers.setdefault(name.lower(), (name, value))
        if template.authorization:
            headers[_AUTHORIZATION.lower()] = (_AUTHORIZATION, header_of(template.authorization, values))
        type_ = headers.get(_CONTENT_TYPE.lower(), ("", "application/json"))[1]
        content = content_of(template.body, values, type_)
        return HttpRequest(method=self._method, url=url, headers=tuple(headers.values()), content=content)

    def _answer(self, request: HttpRequest, sender: HttpSender) -> HttpAnswer:
        """Send a request, again if its token is not accepted, and while its status is one of those to repeat."""
        if self._tokens is None or _has_authorization(request):
            return self._repeated(self._with_password(request), sender)
        token = self._tokens.token(sender)
        answer = self._repeated(_authorized(request, f"Bearer {token}"), sender)
        if answer.status != _UNAUTHORIZED:
            return answer
        self._tokens.forget(token)
        return self._repeated(_authorized(request, f"Bearer {self._tokens.token(sender)}"), sender)

    def _with_password(self, request: HttpRequest) -> HttpRequest:
        text = self._settings.text
        if text(form.AUTHENTICATION) != form.BASIC or _has_authorization(request):
            return request
        return _authorized(request, basic(text(form.USERNAME), text(form.PASSWORD)))

    def _repeated(self, request: HttpRequest, sender: HttpSender) -> HttpAnswer:
        answer = sender.send(request)
        for number in range(self._attempts - 1):
            if answer.status not in self._codes:
                break
            delay = float(answer.retry_after) if answer.retry_after.isdigit() else _FIRST_PAUSE * 2**number
            self._pause(min(delay, _LONGEST_PAUSE))
            answer = sender.send(request)
        return answer

    def _found(self, answer: HttpAnswer) -> Found:
        if answer.status in (_NO_CONTENT, _NOT_FOUND):
            return {}
        if answer.status in (_UNAUTHORIZED, _FORBIDDEN):
            raise CredentialsRefused(message("The service answers with status {status}.", status=answer.status))
        if answer.status not in _SUCCESS:
            raise SourceFailed(message("The service answers with status {status}.", status=answer.status))
        try:
            document = json.loads(answer.content)
        except (ValueError, RecursionError) as error:
            raise SourceFailed("The answer of the service is not JSON.") from error
        found = {name: values_at(document, pointer) for name, pointer in self._pointers.items()}
        return {name: values for name, values in found.items() if values}


def _connection(settings: Settings) -> HttpSettings:
    kilobytes = int(settings.text(form.LARGEST)) or form.LARGEST_KILOBYTES
    return HttpSettings(
        authorities=settings.authorities,
        verify_host=settings.text(form.VERIFY) == TRUE,
        connect_timeout=_seconds(settings.text(form.CONNECT_TIMEOUT)),
        read_timeout=_seconds(settings.text(form.READ_TIMEOUT)),
        most_connections=int(settings.text(form.MOST_CONNECTIONS)),
        most_bytes=kilobytes * 1024,
    )


def _seconds(text: str) -> float:
    milliseconds = int(text)
    return (milliseconds if milliseconds > 0 else LONGEST_MILLISECONDS) / 1000


def _tokens(settings: Settings, monotonic: Callable[[], float]) -> TokenCache | None:
    """Return the cache of tokens if the service needs them; raises SettingRefused."""
    if settings.text(form.AUTHENTICATION) == form.BASIC and not settings.text(form.USERNAME):
        raise SettingRefused("Basic authentication requires a username.", form.USERNAME)
    if settings.text(form.AUTHENTICATION) != form.OAUTH:
        return None
    url, client = settings.text(form.TOKEN_ENDPOINT), settings.text(form.CLIENT)
    if not url:
        raise SettingRefused("A bearer token requires a token endpoint.", form.TOKEN_ENDPOINT)
    if not client:
        raise SettingRefused("A bearer token requires a client ID.", form.CLIENT)
    return TokenCache(
        ServiceTokenEndpoint(url, client, settings.text(form.CLIENT_SECRET), settings.text(form.SCOPE)), monotonic
    )


def _has_authorization(request: HttpRequest) -> bool:
    return any(name.lower() == _AUTHORIZATION.lower() for name, _ in request.headers)


def _authorized(request: HttpRequest, value: str) -> HttpRequest:
    return replace(request, headers=(*request.headers, (_AUTHORIZATION, value)))


REST_API = Plugin(
    kind=KIND,
    # The id that existing configurations of this API have.
    id="com.pingidentity.pf.datastore.other.RestDataSourceDriver",
    name="REST API",
    keywords=("HTTP", "JSON", "web service", "custom data store"),
    make=RestDataStore,
    form=form.FORM,
)
