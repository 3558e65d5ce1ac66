import type { AccessControl, User } from './access-control.ts'

type Spec = {
  namespace?: string
  resourceAttributes?: {
    verb?: string
    group?: string
    resource?: string
    subresource?: string
    namespace?: string
    name?: string
  }
}

/** Self subject reviews: identity, rules, and access to one resource; `undefined` for other paths. */
export const selfSubjectReview = (
  accessControl: AccessControl,
  user: User,
  path: string,
  body: unknown,
): object | undefined => {
  const review = body as { spec?: Spec } | undefined
  const spec = review?.spec ?? {}
  if (path === '/apis/authentication.k8s.io/v1/selfsubjectreviews')
    return {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'SelfSubjectReview',
      status: { userInfo: { username: user.name, uid: user.uid, groups: user.groups } },
    }
  const reviewOf = (kind: string, status: object) => ({
    apiVersion: 'authorization.k8s.io/v1',
    kind,
    metadata: {},
    spec,
    status,
  })
  if (path === '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews')
    return reviewOf('SelfSubjectRulesReview', {
      resourceRules: accessControl.rulesFor(user, spec.namespace),
      nonResourceRules: [],
      incomplete: false,
    })
  if (path === '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews') {
    const { verb = '', group = '', resource = '', subresource, namespace, name } = spec.resourceAttributes ?? {}
    const access = { verb, group, namespace, name, resource: subresource ? `${resource}/${subresource}` : resource }
    return reviewOf('SelfSubjectAccessReview', { allowed: accessControl.isAllowed(user, access) })
  }
  return undefined
}
