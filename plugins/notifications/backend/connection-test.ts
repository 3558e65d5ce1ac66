import { type AddressField, type Destination, type Outbound, parseAddress, Unreachable } from 'stowage/server'
import type { Properties } from '../backend.ts'
import type { Step } from '../contract.ts'
import type { Service } from '../services.ts'

/** Address of a service, whose scheme says whether the connection starts with TLS, and the setting it comes from. */
type AddressToTest = { at: AddressField; address: string }

/** The setting with a service's address, and its default port. */
const settings: Readonly<Record<string, { key: string; port?: number }>> = {
  webhook: { key: 'endpoint' },
  elasticsearch: { key: 'url' },
  kafka: { key: 'brokers', port: 9092 },
  amqp: { key: 'url', port: 5672 },
  mqtt: { key: 'broker', port: 1883 },
  redis: { key: 'address', port: 6379 },
  nats: { key: 'address', port: 4222 },
  nsq: { key: 'nsqd_address', port: 4150 },
  postgresql: { key: 'connection_string', port: 5432 },
  mysql: { key: 'dsn_string', port: 3306 },
}

/**
 * The addresses in a service's settings; empty if there are none.
 *
 * @throws `Unreached` 400 for an address that the storage server could parse differently.
 */
export const addressesOf = ({ id, settings: fields }: Service, properties: Properties): AddressToTest[] => {
  const { key = '', port } = settings[id] ?? {}
  const at = { field: key, title: fields.find((setting) => setting.key === key)?.title ?? key }
  const { text, destinations } = parseAddress(key, properties[key] ?? '', at)
  if (port === undefined) return text ? [{ at, address: text }] : []
  const withTls = ({ tls }: Destination) => properties.tls_skip_verify !== 'on' && (tls || properties.tls === 'on')
  return destinations.map((one) => ({
    at,
    address: `${withTls(one) ? 'https' : 'http'}://${one.host}:${one.port ?? port}`,
  }))
}

/** Connection timeout in ms. */
const CONNECT_TIMEOUT = 5000

const steps = ['address', 'connection', 'certificate'] as const

/** The step that failed. */
const failedAt = ({ step }: Unreachable): Step['step'] => {
  if (step === 'certificate') return 'certificate'
  return step === 'address' || step === 'name' || step === 'refused' ? 'address' : 'connection'
}

const testAddress = async (outbound: Outbound, { at, address }: AddressToTest): Promise<Step[]> => {
  const startedAt = performance.now()
  const elapsed = () => Math.round(performance.now() - startedAt)
  const passed: Step[] = []
  try {
    const { addresses, secure: isSecure } = await outbound.check(address, at)
    passed.push({
      step: 'address',
      outcome: 'passed',
      detail: addresses.map((one) => one.address).join(', '),
      durationMs: elapsed(),
    })
    await outbound.dial(address, { ...at, deadline: CONNECT_TIMEOUT })
    const remainingSteps = isSecure ? (['connection', 'certificate'] as const) : (['connection'] as const)
    return [...passed, ...remainingSteps.map((step): Step => ({ step, outcome: 'passed', durationMs: elapsed() }))]
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error
    const failed = failedAt(error)
    return steps.slice(0, steps.indexOf(failed) + 1).map((step): Step => {
      if (step === failed)
        return {
          step,
          outcome: 'failed',
          detail: [error.message, error.detail].filter(Boolean).join('. '),
          durationMs: elapsed(),
        }
      return passed.find((one) => one.step === step) ?? { step, outcome: 'passed', durationMs: elapsed() }
    })
  }
}

/** Connects to each address of a service from the console without sending anything; stops at the first failure. */
export const testConnection = async (outbound: Outbound, service: Service, properties: Properties): Promise<Step[]> => {
  let result: Step[] = []
  let addresses: AddressToTest[]
  try {
    addresses = addressesOf(service, properties)
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error
    return [{ step: 'address', outcome: 'failed', detail: error.message }]
  }
  for (const addressToTest of addresses) {
    result = await testAddress(outbound, addressToTest)
    if (result.some(({ outcome }) => outcome === 'failed')) return result
  }
  return result
}
