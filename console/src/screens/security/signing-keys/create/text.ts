import { catalogue } from "../../../../catalogue.ts";

export const createText = catalogue("signingKeysCreate", {
  title: "Create a key pair",
  description:
    "The server makes a private key, which never leaves it unencrypted, and a certificate that the key signs itself. A certificate authority can sign it afterwards.",
  subject: "Who it is for",
  key: "Key and validity",
  commonName: "Common name",
  commonNameHelp: "What people will know the key pair by, such as sso.example.com.",
  alternativeNames: "Subject alternative names",
  alternativeNamesHelp: "One to a line: host names, IP addresses, mailboxes or URIs.",
  organization: "Organization name",
  organizationUnit: "Organizational unit",
  city: "City",
  state: "State or province",
  country: "Country",
  countryHelp: "Its code of two letters, such as DE.",
  validDays: "Validity",
  validDaysWrong: "Enter a whole number of days from 1 to {most, number}.",
  validUntil: "Until {day}.",
  days: "days",
  id: "ID of the key pair",
  idHelp: "What scripts refer to. The server makes one when it is left empty; it cannot be changed later.",
  create: "Create key pair",
  created: "{name} was created.",
});
