import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createCertificate } from '../../engines/kubernetes/demo/certificate.ts'
import { type Client, kindAt, pathOf } from '../../engines/kubernetes/client.ts'

/** Message with which a webhook rejects an object; `undefined` if it accepts it. */
type Verdict = (object: {
  kind: string
  metadata: { name: string }
}) => string | undefined | Promise<string | undefined>

const configurations = kindAt('admissionregistration.k8s.io/v1', 'validatingwebhookconfigurations')

/**
 * Starts an admission webhook for all tenants that are created or changed in namespaces with a label. The cluster waits
 * `seconds` for it.
 */
export const startAdmissionWebhook = async (
  client: Client,
  { label, seconds, verdict }: { label: string; seconds: number; verdict: Verdict },
) => {
  const { certificate, key } = createCertificate(['localhost'], {
    from: Date.now() - 60_000,
    to: Date.now() + 86_400_000,
  })
  const server = createServer({ cert: certificate, key }, async (request, reply) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { request: review } = JSON.parse(Buffer.concat(chunks).toString()) as {
      request: { uid: string; object: Parameters<Verdict>[0] }
    }
    const message = await verdict(review.object)
    const response = {
      uid: review.uid,
      allowed: message === undefined,
      ...(message !== undefined && { status: { code: 403, message } }),
    }
    reply
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', response }))
  })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  await client.create(pathOf(configurations), {
    metadata: { name: label },
    webhooks: [
      {
        ...{
          name: `${label}.example.com`,
          admissionReviewVersions: ['v1'],
          sideEffects: 'None',
          timeoutSeconds: seconds,
          failurePolicy: 'Fail',
        },
        clientConfig: {
          url: `https://localhost:${(server.address() as AddressInfo).port}/`,
          caBundle: Buffer.from(certificate).toString('base64'),
        },
        namespaceSelector: { matchLabels: { webhook: label } },
        rules: [
          {
            apiGroups: ['minio.min.io'],
            apiVersions: ['v2'],
            operations: ['CREATE', 'UPDATE'],
            resources: ['tenants'],
          },
        ],
      },
    ],
  })
  return {
    stop: async () => {
      await client.remove(pathOf(configurations, { name: label }))
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
