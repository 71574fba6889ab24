import { catalogue } from "../../../catalogue.ts";

export const endpointsText = catalogue("endpoints", {
  "idp-application":
    "What applications send users and requests to when this server signs users on as an identity provider.",
  idp: "What partners send federation messages to when this server is an identity provider.",
  "sp-application": "What applications send users and requests to when this server is a service provider.",
  sp: "What partners send federation messages to when this server is a service provider.",
  oauth: "What OAuth and OpenID Connect clients talk to.",
  address: "Server address",
  addressHelp: "The base URL, a virtual host name or a virtual issuer.",
  none: "No endpoints",
  noneBody: "This version of the server answers no endpoints of this kind.",
  noIssuer: "This server has no issuer yet",
  noIssuerBody:
    "It has these endpoints once its base URL is set, or once there is a virtual issuer. The base URL is the setting {setting}.",
});
