import type * as v from 'valibot'
import type { Action } from '../../core/protocol/contract.ts'
import type { ConditionContext } from '../iam/policy.ts'
import { s3AdapterContext, type S3AdapterContext } from '../s3/adapter-context.ts'
import type { Request } from '../s3/client.ts'
import { readAccounts } from './account-directory.ts'
import { readGroup, readUser, readUsers } from './accounts.ts'
import { followBuffered } from './buffered-watch.ts'
import type { Caller } from './caller.ts'
import { createConfigKv } from './config-kv.ts'
import { readEachBucket } from './each-bucket.ts'
import { requestlessConditionContext } from './condition-context.ts'
import { readPolicies, readPolicy } from './policies.ts'
import { assertUnrestricted, type MinioRights, readRights } from './rights.ts'
import { readRootAccess } from './root-access.ts'
import { readServerInfo } from './server-info.ts'

/** Context of an adapter on a MinIO server, bound to one caller: that of an S3 server, and the admin API. */
export type MinioAdapterContext = Omit<S3AdapterContext & Caller, 'rights'> & {
  /** Permissions of the caller, and the account info that they come from. */
  rights(): Promise<MinioRights>
  /** Throws `Failure` 403 if the caller is a service account whose own policy does not grant the action. */
  assertUnrestricted(action: Action): Promise<void>
  /** Values for conditions of any request of the caller, without those of the current one. */
  requestlessConditionContext: ConditionContext
  /** A user: status, own policies and groups. Throws 404 if it does not exist. */
  user(name: string): ReturnType<typeof readUser>
  users(): ReturnType<typeof readUsers>
  group(name: string): ReturnType<typeof readGroup>
  policy(name: string): ReturnType<typeof readPolicy>
  /** All policies; `incomplete` says why some may be missing. */
  policies(): ReturnType<typeof readPolicies>
  /** All enabled users with their own and inherited policies, and the names of policies that could not be read. */
  accounts(): ReturnType<typeof readAccounts>
  /** Whether root may sign in; `unknown` for callers that may not read the configuration. */
  rootAccess(): ReturnType<typeof readRootAccess>
  /** Info of the servers without metrics, and when the last one started, by their clock in ms since 1970. */
  serverInfo<S extends v.GenericSchema>(schema: S): Promise<{ info: v.InferOutput<S>; started: number | undefined }>
  /** Configuration of the server, by subsystem and target. */
  config: ReturnType<typeof createConfigKv>
  /**
   * Reads a subresource (`policy`, `tagging`) of all buckets that the caller may access, as XML or JSON. `partial` is
   * set if some could not be read. `none` are the error codes of buckets without it.
   */
  readEachBucket(options: {
    action: Action
    query: string
    none?: readonly string[]
  }): ReturnType<typeof readEachBucket>
  /** Parsed JSON lines of an endless request until the signal fires, also if the server buffers its responses. */
  followLines<S extends v.GenericSchema>(
    schema: S,
    request: Omit<Request, 'signal'>,
    signal: AbortSignal,
  ): AsyncGenerator<v.InferOutput<S>>
}

export const minioAdapterContext = (caller: Caller): MinioAdapterContext => {
  const { admin, client, keys } = caller
  return {
    ...s3AdapterContext(caller),
    ...caller,
    rights: () => readRights(caller),
    assertUnrestricted: (action) => assertUnrestricted(caller, action),
    requestlessConditionContext: requestlessConditionContext(caller.conditionContext),
    user: (name) => readUser(admin, name),
    users: () => readUsers(admin),
    group: (name) => readGroup(admin, name),
    policy: (name) => readPolicy(admin, name),
    policies: () => readPolicies(caller),
    accounts: () => readAccounts(caller),
    rootAccess: () => readRootAccess(caller),
    serverInfo: (schema) => readServerInfo(admin, schema),
    config: createConfigKv(caller),
    readEachBucket: (options) => readEachBucket(caller, options),
    followLines: (schema, request, signal) =>
      followBuffered(schema, (until) => client.bufferedCall({ ...request, signal: until }, keys), {
        host: client.host,
        buffering: client.bufferingState,
        signal,
      }),
  }
}
