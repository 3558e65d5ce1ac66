import type { MissingPermission } from '../../core/failure.ts'

/**
 * What the API server and controllers of Kubernetes write in English only, without a reason or a field for programs.
 * Each text has a test with the words of a real cluster.
 */

/**
 * `User "jane" cannot list resource "tenants" in API group "minio.min.io" in the namespace "shop"`, or at its end `at
 * the cluster scope`.
 */
const missing = /cannot (\w+) resource "([^"]+)" in API group "([^"]*)"(?: in the namespace "([^"]+)")?/g

/** The verbs on resources that the caller's roles do not have, from the message of a 403. */
export const missingIn = (message: string): MissingPermission[] =>
  Array.from(message.matchAll(missing), ([, verb, resource, group, namespace]) => ({
    action: `k8s:${verb}:${resource}${group && `.${group}`}`,
    ...(namespace && { resource: `namespaces/${namespace}` }),
  }))

/**
 * Whether a 403 comes from the caller's roles. Any other one is of a rule that no role gets around: an admission
 * webhook, a quota, a policy for pods.
 */
export const isOfRoles = (message: string) => message === '' || /\bcannot \S+ (resource|path) /.test(message)

/**
 * Whether the evaluation error of a rules review says only that the authorizer of nodes lists no rules. It has none for
 * people, so that the list is complete.
 */
export const isOfNodesOnly = (error: string) =>
  error.split(/,\s*/).every((part) => /node authorizer does not support/.test(part))

/** Whether a 404 is about a namespace: `namespaces "shop" not found`. */
export const isNamespaceMissing = (message: string) => /\bnamespaces? "/.test(message)
