import * as v from 'valibot'
import { Failure, parseJson } from 'stowage'
import type { KubernetesAdapterContext, ProxiedConsole } from 'stowage/server'
import { toKubernetesError } from 'stowage/engines/kubernetes'
import * as messages from '../../messages.ts'

type Service = { namespace: string; service: string; scheme: 'http' | 'https'; port: number }

const Status = v.looseObject({ kind: v.literal('Status'), apiVersion: v.literal('v1') })

const MAX_DETAIL = 200

/**
 * Replaces errors of the API server, a `Status` that the tenant's console does not understand. The body may come from a
 * hostile console instead, so the message is our own, at most one line of the body is displayed, and nobody is signed
 * out.
 */
const translateErrors = (namespace: string) => (status: number, body: string) => {
  const parsedBody = parseJson(body)
  if (!v.is(Status, parsedBody)) return undefined
  if (status === 403)
    return new Failure(403, 'Access denied', {
      code: 'AccessDenied',
      detail: messages.servicesProxyNotAllowed(namespace),
      missing: [{ action: 'k8s:create:services/proxy', resource: `namespaces/${namespace}` }],
    })
  return new Failure(502, messages.clusterCannotReachConsole, {
    detail: toKubernetesError(status, parsedBody).detail?.slice(0, MAX_DETAIL),
  })
}

/**
 * Route to a service through the API server with the caller's token, which requires `services/proxy`. The API server
 * removes the token and forwards everything else; it does not verify the service's certificate.
 */
export const throughApi = (
  { namespace, service, scheme, port }: Service,
  { url: api, ca }: { url: URL; ca: string[] | undefined },
  headers: KubernetesAdapterContext['apiHeaders'],
): Omit<ProxiedConsole, 'keyPair'> => {
  const proxyPath = `/api/v1/namespaces/${encodeURIComponent(namespace)}/services/${scheme}:${encodeURIComponent(service)}:${port}/proxy`
  const url = new URL(api)
  url.pathname = `${api.pathname.replace(/\/$/, '')}${proxyPath}/`
  return {
    url,
    ca,
    route: { headers, pathPrefix: proxyPath, scheme: `${scheme}:`, refusal: translateErrors(namespace) },
  }
}
