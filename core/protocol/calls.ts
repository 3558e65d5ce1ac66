import * as v from 'valibot'
import { get, post, stream } from './contract.ts'
import { list, limits, text } from './limits.ts'

/** How users sign in; `unknown` is the browser's state before the server has answered. */
const Strategy = v.picklist(['form', 'redirect', 'service-account', 'redirect-service-account'])

/** Codes and tokens of identity providers, which document no limit. */
const token = text(16 * 1024)

/** Object key, optionally followed by `*` or `**` for the objects below it. */
const keyOrPattern = text(limits.key + 2)

const texts = v.optional(v.array(v.string()))

/** A policy statement as evaluated by the storage; conditions are JSON text. */
const Statement = v.object({
  effect: v.picklist(['Allow', 'Deny']),
  actions: texts,
  notActions: texts,
  resources: texts,
  notResources: texts,
  condition: v.optional(v.string()),
})
export type Statement = v.InferOutput<typeof Statement>

const SignedIn = v.object({ sessionId: v.string() })

/** Calls of the core, handled by `server/session.ts` on every engine (console-api 1.5, 2.1, 3, 6). */
export const core = {
  session: get('/api/v1/session', {
    allow: 'signed-in',
    reply: v.object({
      status: v.string(),
      pages: v.array(v.string()),
      features: v.array(v.string()),
      operator: v.optional(v.boolean(), false),
      /** `yes` in demo mode, where the cluster is simulated inside the console. */
      demonstration: v.optional(v.literal('yes')),
      distributedMode: v.optional(v.boolean(), false),
      /** Name of the signed-in account. */
      account: v.optional(v.string(), ''),
      /**
       * Who can change the account's password: its owner, the operator of the storage, or the administrator of the
       * directory.
       */
      password: v.optional(v.picklist(['owner', 'operator', 'directory']), 'owner'),
      /** Ids of the plugins enabled in this deployment. */
      plugins: v.array(v.string()),
      /** Set if a change takes effect only after a restart, and the account may restart the storage. */
      restart: v.optional(v.literal('needed')),
      /** Pages the account cannot open, with the missing actions or the missing storage feature. */
      withheld: v.optional(
        v.array(v.object({ page: v.string(), actions: v.array(v.string()), unavailable: v.optional(v.string()) })),
        [],
      ),
      /** `false` if the account has no permissions on any bucket or object. */
      usesBuckets: v.optional(v.boolean()),
      /** `none` if no policy is attached to the account, `unknown` if the storage does not tell. */
      rights: v.optional(v.picklist(['some', 'none', 'unknown']), 'some'),
      /** Set if the storage could not write at sign-in, so the session has no temporary credentials. */
      writes: v.optional(v.literal('failed')),
    }),
  }),
  strategy: get('/api/v1/login', {
    allow: 'anyone',
    reply: v.object({
      loginStrategy: Strategy,
      redirect: v.optional(v.string(), ''),
      /** Whether the sign-in form is shown next to the SSO link (`CONSOLE_IDP_LOCAL_LOGIN`). */
      form: v.optional(v.boolean(), false),
      /** Address of the storage server, `host:port`; empty for the embedded engine. */
      server: v.optional(v.string(), ''),
      version: v.optional(v.string(), ''),
      /** `optional` if temporary keys can be used to sign in, which have a session token. */
      session_token: v.optional(v.literal('optional')),
      /** Whether the form also accepts the name and password of an LDAP directory. */
      ldap: v.optional(v.literal(true)),
    }),
  }),
  login: post('/api/v1/login', {
    allow: 'anyone',
    effect: 'changes',
    status: 201,
    body: v.object({
      accessKey: text(limits.secret),
      secretKey: text(limits.secret),
      /** Of temporary keys; only where `session_token` is offered. */
      sessionToken: v.optional(token),
    }),
    reply: SignedIn,
  }),
  loginOperator: post('/api/v1/login/operator', {
    allow: 'anyone',
    effect: 'changes',
    status: 201,
    body: v.object({ jwt: token }),
    reply: SignedIn,
  }),
  loginOauth: post('/api/v1/login/oauth2/auth', {
    allow: 'anyone',
    effect: 'changes',
    status: 201,
    body: v.object({ code: token, state: token }),
    reply: SignedIn,
  }),
  logout: post('/api/v1/logout', { allow: 'signed-in' }),
  hasPermission: post('/api/v1/has-permission', {
    allow: 'signed-in',
    effect: 'none',
    status: 201,
    body: v.object({
      actions: v.optional(
        list(
          v.object({
            id: text(limits.word),
            action: text(limits.word),
            bucket_name: v.optional(text(limits.bucket), ''),
            /**
             * A key in the bucket, `docs/*` for anything directly in a folder, or `docs/**` for anything below it. An
             * extension of the former console's call.
             */
            object: v.optional(keyOrPattern, ''),
            /** Namespace for Kubernetes actions. */
            namespace: v.optional(text(limits.bucket), ''),
          }),
          100,
        ),
        [],
      ),
    }),
    reply: v.object({
      permissions: v.array(v.object({ id: v.optional(v.string(), ''), can: v.optional(v.boolean(), false) })),
    }),
  }),
  /**
   * Permissions of the caller by statement: `own` are those of its policies. A service account with its own policy is
   * limited to what `restriction` also allows. An extension.
   */
  granted: get('/api/v1/session/policy', {
    allow: 'signed-in',
    reply: v.object({ own: v.array(Statement), restriction: v.optional(v.array(Statement)) }),
  }),
  /** State of the storage server, for consoles with several (docs/several-servers.md). An extension. */
  server: get('/api/v1/server', {
    allow: 'signed-in',
    reply: v.object({
      state: v.picklist(['up', 'down']),
      account: v.string(),
      /** Software and version; absent if the account may not see it. */
      version: v.optional(v.string()),
    }),
  }),
  /**
   * A ticket for the console of another server, valid for 5 minutes: a call there that takes it as `server_token` acts
   * at this server with this session. An extension.
   */
  serverTicket: post('/api/v1/server/ticket', {
    allow: 'signed-in',
    effect: 'none',
    status: 201,
    reply: v.object({ ticket: v.string() }),
  }),
  /**
   * Signs in to a proxied console by its path here (`/api/proxy/{namespace}/{tenant}`), and returns the address for a
   * frame, valid for 30 s. An extension.
   */
  proxiedConsole: post('/api/v1/proxied-console', {
    allow: 'signed-in',
    status: 201,
    body: v.object({
      path: text(limits.name),
      to: v.optional(text(limits.name), '/'),
      needs: v.optional(v.pipe(text(limits.name), v.regex(/^\/api\/[!-~]*$/, 'Enter a path below /api/'))),
    }),
    reply: v.object({ url: v.string() }),
  }),
  restart: post('/api/v1/service/restart', {
    allow: ['admin:ServiceRestart'],
    status: 204,
    body: v.optional(v.object({})),
  }),
  /** All calls of this console as an OpenAPI document (docs/api.md). An extension. */
  openapi: get('/api/openapi.json', { allow: 'signed-in', reply: v.looseObject({ openapi: v.string() }) }),
}

/**
 * The core's own feed: a periodic message while the session lasts. It closes with 401 when the engine has ended the
 * session.
 */
export const coreFeeds = {
  session: stream('/ws/session', { allow: 'signed-in', message: v.object({ status: v.string() }) }),
}
