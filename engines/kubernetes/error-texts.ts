import type { MissingPermission } from '../../core/protocol/failure.ts'

/**
 * Messages of the Kubernetes API server and controllers that have no reason or field for programs. Each has a test with
 * the original text of a real cluster.
 */

/**
 * `User "jane" cannot list resource "tenants" in API group "minio.min.io" in the namespace "shop"`, or `at the cluster
 * scope` at the end.
 */
const missing = /cannot (\w+) resource "([^"]+)" in API group "([^"]*)"(?: in the namespace "([^"]+)")?/g

/** Permissions the caller's roles lack, from the message of a 403. */
export const missingPermissionsIn = (message: string): MissingPermission[] =>
  Array.from(message.matchAll(missing), ([, verb, resource, group, namespace]) => ({
    action: `k8s:${verb}:${resource}${group && `.${group}`}`,
    ...(namespace && { resource: `namespaces/${namespace}` }),
  }))

/**
 * Whether a 403 is caused by the caller's roles. Others come from rules that no role overrides: an admission webhook, a
 * quota, pod security.
 */
export const isCausedByRoles = (message: string) => message === '' || /\bcannot \S+ (resource|path) /.test(message)

/**
 * Whether the evaluation error of a rules review only says that the node authorizer lists no rules. It has none for
 * users, so the list is complete.
 */
export const isNodeAuthorizerOnly = (error: string) =>
  error.split(/,\s*/).every((part) => /node authorizer does not support/.test(part))

/** Whether a 404 is about a namespace: `namespaces "shop" not found`. */
export const isNamespaceMissing = (message: string) => /\bnamespaces? "/.test(message)
