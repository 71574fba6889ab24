/** The network of the unit tests. A test says what the server answers with `server.use(...)`; anything else fails. */
import { setupServer } from "msw/node";

export const server = setupServer();
