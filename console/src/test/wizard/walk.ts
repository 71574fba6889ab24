/** User actions in the wizard, for the unit tests. */
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect } from "vitest";
import { PASSWORD } from "./fakeServer.ts";

export const user = userEvent.setup();

export const button = (name: string) => screen.getByRole("button", { name });
export const heading = (name: string) => screen.findByRole("heading", { level: 2, name });

/** A screen focuses its title a moment after the title is rendered. */
export const focused = (name: string) =>
  waitFor(() => expect(screen.getByRole("heading", { level: 2, name })).toHaveFocus());

export async function next(): Promise<void> {
  await user.click(button("Next"));
}

export async function acceptTerms(): Promise<void> {
  await heading("Terms and Conditions");
  await user.click(screen.getByRole("checkbox", { name: "I agree to the terms and conditions" }));
  await next();
  await heading("Configure Base URL");
}

export async function toPingOne(): Promise<void> {
  await acceptTerms();
  await next();
  await heading("Connect To PingOne");
}

export async function toLicense(credential?: string): Promise<void> {
  await toPingOne();
  if (credential !== undefined) {
    await user.click(screen.getByRole("radio", { name: /Connect now/ }));
    await user.click(credentialField());
    await user.paste(credential);
  }
  await next();
  await heading("License");
}

export async function toAdministrator(credential?: string): Promise<void> {
  await toLicense(credential);
  await next();
  await heading("Create Administrator Account");
}

export async function toReview(credential?: string): Promise<void> {
  await toAdministrator(credential);
  await user.type(passwordField(), `${PASSWORD}{Enter}`);
  await heading("Review");
}

export const credentialField = () => screen.getByRole("textbox", { name: /Credential/ });
export const passwordField = () => screen.getByLabelText(/^Password/);

export async function choose(file: File): Promise<void> {
  const input = document.querySelector<HTMLInputElement>("input[type=file]");
  expect(input).not.toBeNull();
  if (input) await user.upload(input, file);
}

/** Next is present and explains why it is blocked. */
export function blockedFor(reason: string): void {
  expect(button("Next")).toHaveAttribute("aria-disabled", "true");
  expect(button("Next")).toHaveAccessibleDescription(reason);
}

/** Clicks Next. */
export function free(): void {
  expect(button("Next")).not.toHaveAttribute("aria-disabled", "true");
}
