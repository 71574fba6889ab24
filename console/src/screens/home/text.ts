import { catalogue } from "../../catalogue.ts";

export const homeText = catalogue("home", {
  title: "Welcome, {username}",
  description: "The areas of this server that you can open.",
  descriptionAuditor:
    "The areas of this server that you can open. As an auditor you can look at everything and change nothing.",
});
