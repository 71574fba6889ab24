import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import org.apache.cxf.fediz.core.Claim;
import org.apache.cxf.fediz.core.RequestState;
import org.apache.cxf.fediz.core.config.FedizConfigurator;
import org.apache.cxf.fediz.core.config.FedizContext;
import org.apache.cxf.fediz.core.exception.ProcessingException;
import org.apache.cxf.fediz.core.handler.LogoutHandler;
import org.apache.cxf.fediz.core.processor.FedizProcessor;
import org.apache.cxf.fediz.core.processor.FedizProcessorFactory;
import org.apache.cxf.fediz.core.processor.FedizRequest;
import org.apache.cxf.fediz.core.processor.FedizResponse;
import org.apache.cxf.fediz.core.processor.RedirectionResponse;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.servlet.ServletContextHandler;
import org.eclipse.jetty.servlet.ServletHolder;

/** A page that only users may see. Fediz makes the requests to the identity provider, and checks the tokens. */
public final class RelyingParty extends HttpServlet {
    private static final String CONTEXT = "/protected";
    private final transient FedizContext fediz;
    private final transient FedizProcessor processor;
    private final String text;

    private RelyingParty(FedizContext fediz, String text) {
        this.fediz = fediz;
        this.processor = FedizProcessorFactory.newFedizProcessor(fediz.getProtocol());
        this.text = text;
    }

    /** Arguments: the configuration of Fediz, the port, and the text of the page. */
    public static void main(String[] arguments) throws Exception {
        FedizConfigurator configurator = new FedizConfigurator();
        configurator.loadConfig(new File(arguments[0]));
        FedizContext fediz = configurator.getFedizContext(CONTEXT);
        fediz.setRelativePath(new File(arguments[0]).getParent());
        Server server = new Server(new InetSocketAddress("127.0.0.1", Integer.parseInt(arguments[1])));
        ServletContextHandler pages = new ServletContextHandler(ServletContextHandler.SESSIONS);
        pages.setContextPath(CONTEXT);
        pages.addServlet(new ServletHolder(new RelyingParty(fediz, arguments[2])), "/*");
        server.setHandler(pages);
        server.start();
        System.out.println("started");
        server.join();
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse answer) throws IOException {
        try {
            LogoutHandler logout = new LogoutHandler(fediz, CONTEXT);
            HttpSession session = request.getSession();
            FedizResponse user = (FedizResponse) session.getAttribute("user");
            if (logout.canHandleRequest(request)) {
                logout.setToken(user == null ? null : user.getToken());
                logout.handleRequest(request, answer);
            } else if ("wsignin1.0".equals(request.getParameter("wa"))) {
                acceptToken(request, answer, session);
            } else if (request.getRequestURI().endsWith("/index.html")) {
                answer.getWriter().print("signed out");
            } else if (user != null) {
                showPage(answer, user);
            } else {
                RedirectionResponse redirection = processor.createSignInRequest(request, fediz);
                RequestState state = redirection.getRequestState();
                session.setAttribute("state", state);
                answer.sendRedirect(redirection.getRedirectionURL());
            }
        } catch (ProcessingException refused) {
            refused.printStackTrace();
            answer.sendError(HttpServletResponse.SC_UNAUTHORIZED);
        }
    }

    private void acceptToken(HttpServletRequest request, HttpServletResponse answer, HttpSession session)
            throws ProcessingException, IOException {
        RequestState state = (RequestState) session.getAttribute("state");
        FedizRequest given = new FedizRequest();
        given.setAction("wsignin1.0");
        given.setResponseToken(request.getParameter("wresult"));
        given.setState(request.getParameter("wctx"));
        given.setRequest(request);
        given.setRequestState(state);
        if (state == null || !state.getState().equals(given.getState())) {
            answer.sendError(HttpServletResponse.SC_FORBIDDEN);
            return;
        }
        session.setAttribute("user", processor.processRequest(given, fediz));
        answer.sendRedirect(state.getTargetAddress());
    }

    private void showPage(HttpServletResponse answer, FedizResponse user) throws IOException {
        answer.setHeader("X-Remote-User", user.getUsername());
        answer.setHeader("X-Issuer", user.getIssuer());
        for (Claim claim : user.getClaims()) {
            answer.addHeader("X-Claim", claim.getClaimType() + "=" + claim.getValue());
        }
        answer.getWriter().print(text);
    }
}
