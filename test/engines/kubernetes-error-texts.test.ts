import { assert, test } from '../lib/suite.ts'
import { toKubernetesError } from '../../engines/kubernetes/client.ts'
import {
  isNamespaceMissing,
  isNodeAuthorizerOnly,
  isCausedByRoles,
  missingPermissionsIn,
} from '../../engines/kubernetes/error-texts.ts'

const everywhere =
  'tenants.minio.min.io is forbidden: User "jane" cannot list resource "tenants" in API group "minio.min.io" at the cluster scope'
const inShop =
  'pods "a-0" is forbidden: User "jane" cannot get resource "pods/log" in API group "" in the namespace "shop"'
const quota = 'pods "a" is forbidden: exceeded quota: small, requested: cpu=2, used: cpu=1, limited: cpu=2'

test('a 403 of the API server names the verb, the resource and the namespace', () => {
  assert.equal(missingPermissionsIn(everywhere), [{ action: 'k8s:list:tenants.minio.min.io' }])
  assert.equal(missingPermissionsIn(inShop), [{ action: 'k8s:get:pods/log', resource: 'namespaces/shop' }])
  assert.equal(missingPermissionsIn(quota), [])
})

test('a 403 comes from missing roles, with the missing permission, or from an admission rule', () => {
  assert.equal([everywhere, inShop, '', quota].map(isCausedByRoles), [true, true, true, false])
  const body = (message: string) => ({ kind: 'Status', status: 'Failure', message, reason: 'Forbidden', code: 403 })
  const ofRoles = toKubernetesError(403, body(inShop))
  assert.equal([ofRoles.message, ofRoles.code, ofRoles.detail], ['Access denied', 'AccessDenied', inShop])
  assert.equal(ofRoles.missing, [{ action: 'k8s:get:pods/log', resource: 'namespaces/shop' }])
  const ofQuota = toKubernetesError(403, body(quota))
  assert.equal(
    [ofQuota.message, ofQuota.code, ofQuota.missing],
    ['A rule of the cluster does not allow this', 'Forbidden', []],
  )
})

test('a review that only lacks the rules of nodes is complete', () => {
  const nodes = 'node authorizer does not support user rule resolution'
  assert.ok(isNodeAuthorizerOnly(nodes))
  assert.ok(isNodeAuthorizerOnly(`${nodes}, ${nodes}`))
  assert.not.ok(isNodeAuthorizerOnly(`${nodes}, webhook authorizer does not support user rule resolution`))
})

test('a missing namespace differs from another missing object', () => {
  assert.ok(isNamespaceMissing('namespaces "shop" not found'))
  assert.not.ok(isNamespaceMissing('secrets "namespaces" not found'))
})
