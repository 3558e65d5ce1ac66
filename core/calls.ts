import * as v from 'valibot'
import { get, post, stream } from './contract.ts'
import { list, most, text } from './limits.ts'

/** How people sign in; `unknown` is only ever the browser's state before it has asked. */
const Strategy = v.picklist(['form', 'redirect', 'service-account', 'redirect-service-account'])

/** Codes and tokens of identity providers, which name no limit of their own. */
const token = text(16 * 1024)

/** A key, and the star or two behind it that ask for what is below. */
const searched = text(most.key + 2)

const texts = v.optional(v.array(v.string()))

/** A statement of a policy, as the storage reads it; the condition is JSON text. */
const Statement = v.object({
  effect: v.picklist(['Allow', 'Deny']),
  actions: texts,
  notActions: texts,
  resources: texts,
  notResources: texts,
  condition: v.optional(v.string()),
})
export type Statement = v.InferOutput<typeof Statement>

const Signed = v.object({ sessionId: v.string() })

/** Core's own calls, answered by `server/session.ts` on every engine (console-api 1.5, 2.1, 3, 6). */
export const core = {
  session: get('/api/v1/session', {
    allow: 'signed-in',
    reply: v.object({
      status: v.string(),
      pages: v.array(v.string()),
      features: v.array(v.string()),
      operator: v.optional(v.boolean(), false),
      /** Where nothing is real: what is done there is done to a cluster within the console. */
      demonstration: v.optional(v.literal('yes')),
      distributedMode: v.optional(v.boolean(), false),
      /** The signed-in account's name. */
      account: v.optional(v.string(), ''),
      /**
       * Who can change the account's password: its owner, whoever starts the storage, or whoever keeps the directory.
       */
      password: v.optional(v.picklist(['owner', 'operator', 'directory']), 'owner'),
      /** The ids of the plugins that are on for this deployment. */
      plugins: v.array(v.string()),
      /** Whether something that was changed counts only after a restart, for those who may restart the storage. */
      restart: v.optional(v.literal('needed')),
      /**
       * The pages that are not the account's, with the actions that it lacks, or the sentence of what the storage has
       * not.
       */
      withheld: v.optional(
        v.array(v.object({ page: v.string(), actions: v.array(v.string()), lack: v.optional(v.string()) })),
        [],
      ),
      /** `false` where the account may do nothing with any bucket or object. */
      usesBuckets: v.optional(v.boolean()),
      /** `none` where no policy at all is attached to the account. */
      rights: v.optional(v.picklist(['some', 'none']), 'some'),
      /** That the storage could not write at sign-in, and so could not make temporary keys for the session. */
      writes: v.optional(v.literal('failed')),
    }),
  }),
  strategy: get('/api/v1/login', {
    allow: 'anyone',
    reply: v.object({
      loginStrategy: Strategy,
      redirect: v.optional(v.string(), ''),
      /** Whether the form stands beside the SSO link (`CONSOLE_IDP_LOCAL_LOGIN`). */
      form: v.optional(v.boolean(), false),
      /** The storage server behind the console, `host:port`, or empty for the embedded engine. */
      server: v.optional(v.string(), ''),
      version: v.optional(v.string(), ''),
    }),
  }),
  login: post('/api/v1/login', {
    allow: 'anyone',
    effect: 'changes',
    status: 201,
    body: v.object({ accessKey: text(most.secret), secretKey: text(most.secret) }),
    reply: Signed,
  }),
  loginOperator: post('/api/v1/login/operator', {
    allow: 'anyone',
    effect: 'changes',
    status: 201,
    body: v.object({ jwt: token }),
    reply: Signed,
  }),
  loginOauth: post('/api/v1/login/oauth2/auth', {
    allow: 'anyone',
    effect: 'changes',
    status: 201,
    body: v.object({ code: token, state: token }),
    reply: Signed,
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
            id: text(most.word),
            action: text(most.word),
            bucket_name: v.optional(text(most.bucket), ''),
            /**
             * A key in the bucket, `docs/*` for anything directly in a folder, or `docs/**` for anything below it; an
             * extension to the former console's call.
             */
            object: v.optional(searched, ''),
            /** The namespace that an action of a cluster is about. */
            namespace: v.optional(text(most.bucket), ''),
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
   * What the caller may do, statement by statement: `own` by its policies together, of which a service account that has
   * a policy itself keeps what `restriction` allows as well. An extension.
   */
  granted: get('/api/v1/session/policy', {
    allow: 'signed-in',
    reply: v.object({ own: v.array(Statement), restriction: v.optional(v.array(Statement)) }),
  }),
  /**
   * Signs in to another console that this one shows, by its path here (`/api/proxy/{namespace}/{tenant}`), and answers
   * the address for a frame, good for 30 s. An extension.
   */
  guest: post('/api/v1/guest', {
    allow: 'signed-in',
    status: 201,
    body: v.object({
      path: text(most.name),
      to: v.optional(text(most.name), '/'),
      needs: v.optional(v.pipe(text(most.name), v.regex(/^\/api\/[!-~]*$/, 'Name a call of the other console'))),
    }),
    reply: v.object({ url: v.string() }),
  }),
  restart: post('/api/v1/service/restart', {
    allow: ['admin:ServiceRestart'],
    status: 204,
    body: v.optional(v.object({})),
  }),
}

/**
 * Core's own feed: a word every so often while the session lasts. It closes as refused (401) when the engine has ended
 * it.
 */
export const live = {
  session: stream('/ws/session', { allow: 'signed-in', message: v.object({ status: v.string() }) }),
}
