"""Paths of the SAML and WS-Federation endpoints below each issuer's path, as existing partners know them."""

from typing import Final

IDP_SSO_PATH: Final = "/idp/SSO.saml2"
IDP_SLO_PATH: Final = "/idp/SLO.saml2"
IDP_SOAP_SLO_PATH: Final = "/idp/SLO.ssaml2"
IDP_ARTIFACT_PATH: Final = "/idp/ARS.ssaml2"
IDP_ATTRIBUTE_PATH: Final = "/idp/attrsvc.ssaml2"
WS_FEDERATION_PATH: Final = "/idp/prp.wsf"
IDP_START_PATH: Final = "/idp/startSSO.ping"
SP_ARTIFACT_PATH: Final = "/sp/ARS.ssaml2"
SP_ATTRIBUTE_START_PATH: Final = "/sp/startAttributeQuery.ping"
SP_DEFEDERATE_PATH: Final = "/sp/defederate.ping"
SP_ACS_PATH: Final = "/sp/ACS.saml2"
SP_START_PATH: Final = "/sp/startSSO.ping"
SP_SLO_PATH: Final = "/sp/SLO.saml2"
SP_SOAP_SLO_PATH: Final = "/sp/SLO.ssaml2"
METADATA_PATH: Final = "/pf/federation_metadata.ping"
