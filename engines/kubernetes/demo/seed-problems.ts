import type { ApiRequest } from '../api.ts'
import type { Resource } from '../client.ts'
import type { ApiServer } from './api-server.ts'
import { createCertificate } from './certificate.ts'
import type { OperatorSimulator } from './operator-simulator.ts'

const DAY = 86_400_000
const MINUTE = 60_000

const base64 = (text: string) => Buffer.from(text).toString('base64')

const pods = { group: '', plural: 'pods' } as const
const claims = { group: '', plural: 'persistentvolumeclaims' } as const

type Event = readonly [minutesAgo: number, type: 'Normal' | 'Warning', reason: string, message: string]

type SeedContext = Pick<ApiServer, 'store'> & {
  request: (method: ApiRequest['method'], path: string, body: object) => Promise<Resource>
  simulator: OperatorSimulator
  now: number
  setTime: (ms: number) => void
}

const seedCertificates = async ({ request, now }: SeedContext) => {
  const { certificate, key } = createCertificate(['docs.example', 's3.docs.example'], {
    from: now - 82 * DAY,
    to: now + 8 * DAY,
  })
  await request('POST', '/api/v1/namespaces/docs/secrets', {
    metadata: { name: 'docs-example' },
    type: 'kubernetes.io/tls',
    data: { 'tls.crt': base64(certificate), 'tls.key': base64(key) },
  })
  // cert-manager stores a short-lived leaf certificate beside the CA that signed it
  const leaf = createCertificate(['media.example'], { from: now - 3 * DAY, to: now + 4 * DAY })
  const ca = createCertificate(['Media CA'], { from: now - 300 * DAY, to: now + 3300 * DAY })
  await request('POST', '/api/v1/namespaces/media/secrets', {
    metadata: { name: 'media-ca' },
    type: 'kubernetes.io/tls',
    data: {
      'tls.crt': base64(leaf.certificate),
      'tls.key': base64(leaf.key),
      'ca.crt': base64(ca.certificate),
    },
  })
}

const seedIngress = ({ request }: SeedContext) =>
  request('POST', '/apis/networking.k8s.io/v1/namespaces/media/ingresses', {
    metadata: { name: 'media-web' },
    spec: {
      ingressClassName: 'nginx',
      rules: [
        {
          host: 's3.media.example',
          http: {
            paths: [{ path: '/', pathType: 'Prefix', backend: { service: { name: 'minio', port: { number: 443 } } } }],
          },
        },
      ],
      tls: [{ hosts: ['s3.media.example'], secretName: 'media-web-tls' }],
    },
  })

const changePod = (
  { store, simulator, now, setTime }: SeedContext,
  [namespace, name]: readonly [string, string],
  status: object,
  events: readonly Event[],
) => {
  const pod = store.get(pods, namespace, name)
  if (!pod) throw new Error(`The demonstration has no pod ${name}`)
  const before = pod.status as { containerStatuses: { name: string }[] }
  const containerStatuses = before.containerStatuses.map((one) => (one.name === 'minio' ? { ...one, ...status } : one))
  const changed = store.put(pods, { ...pod, status: { ...before, containerStatuses } })
  for (const [minutes, type, reason, message] of events) {
    setTime(now - minutes * MINUTE)
    simulator.recordEvent(changed, reason, message, type)
  }
}

/** Adds problems for the console to show: a lost drive, a crashing pod, certificates, an Ingress. */
export const seedProblems = async (context: SeedContext) => {
  const { store, simulator, now, setTime } = context
  await seedCertificates(context)
  await seedIngress(context)
  changePod(context, ['harbour', 'harbour-prod-pool-0-2'], { restartCount: 4 }, [
    [190, 'Warning', 'Unhealthy', 'Readiness probe failed: HTTP probe failed with statuscode: 503'],
    [185, 'Warning', 'BackOff', 'Back-off restarting failed container minio in pod harbour-prod-pool-0-2'],
    [180, 'Normal', 'Pulled', 'Container image is already present on the machine'],
    [179, 'Normal', 'Started', 'Started container minio'],
    [31, 'Warning', 'VolumeConditionAbnormal', 'The volume of data3 returned an input/output error'],
  ])
  const claim = store.get(claims, 'harbour', 'data3-harbour-prod-pool-0-2')
  if (!claim) throw new Error('The demonstration has no volume for its story')
  setTime(now - 31 * MINUTE)
  simulator.recordEvent(claim, 'VolumeConditionAbnormal', 'The volume returned an input/output error', 'Warning')
  const crashing = {
    ready: false,
    restartCount: 9,
    state: { waiting: { reason: 'CrashLoopBackOff', message: 'back-off 5m0s restarting failed container' } },
    lastState: { terminated: { reason: 'OOMKilled', exitCode: 137 } },
  }
  changePod(context, ['media', 'media-web-pool-0-1'], crashing, [
    [44, 'Warning', 'Unhealthy', 'Readiness probe failed: connection refused'],
    [3, 'Warning', 'BackOff', 'Back-off restarting failed container minio in pod media-web-pool-0-1'],
  ])
}
