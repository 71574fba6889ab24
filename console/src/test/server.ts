/** The network of the unit tests. A test sets the answers with `server.use(...)`; any other request fails. */
import { setupServer } from "msw/node";

export const server = setupServer();
