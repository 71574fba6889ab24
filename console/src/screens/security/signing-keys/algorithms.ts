/** Algorithms that depend on one another: the key's, its size, and the one that the certificate is signed with. */

import type { KeyAlgorithm } from "./api.ts";

/** As a form holds them; empty while there is no list to choose from. */
export interface Chosen {
  keyAlgorithm: string;
  keySize: string;
  signatureAlgorithm: string;
}

export interface Option {
  value: string;
  label: string;
}

/** What a key algorithm comes with, unless something else is chosen. */
export function defaultsOf(algorithms: readonly KeyAlgorithm[], name = algorithms[0]?.name): Chosen {
  const known = algorithms.find((one) => one.name === name);
  return {
    keyAlgorithm: name ?? "",
    keySize: String(known?.defaultKeySize ?? ""),
    signatureAlgorithm: known?.defaultSignatureAlgorithm ?? "",
  };
}

export function algorithmOptions(algorithms: readonly KeyAlgorithm[]): Option[] {
  return algorithms.map(({ name }) => ({ value: name, label: name }));
}

export function sizeOptions(algorithms: readonly KeyAlgorithm[], name: string): Option[] {
  const sizes = algorithms.find((one) => one.name === name)?.keySizes ?? [];
  return sizes.map((size) => ({ value: String(size), label: name === "EC" ? `P-${size}` : String(size) }));
}

export function signatureOptions(algorithms: readonly KeyAlgorithm[], name: string): Option[] {
  const known = algorithms.find((one) => one.name === name)?.signatureAlgorithms ?? [];
  return known.map((value) => ({ value, label: value }));
}
