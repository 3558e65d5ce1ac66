import { StartError } from '../engines/start-error.ts'
import { hideCredentials } from './values.ts'
import { otlpEndpointInvalid, otlpProtocolUnsupported } from './messages.ts'
import { decodePercent } from '../core/protocol/address.ts'

/** Where traces are exported to: the address of OTLP over HTTP, with its headers, and the name of this service. */
export type TraceSettings = { endpoint: URL; headers: Readonly<Record<string, string>>; service: string }

/**
 * Reads the variables that OpenTelemetry defines; `undefined` without `OTEL_EXPORTER_OTLP_ENDPOINT`. Throws
 * `StartError`.
 */
export const traceSettings = (variables: NodeJS.ProcessEnv): TraceSettings | undefined => {
  const base = variables.OTEL_EXPORTER_OTLP_ENDPOINT
  if (!base || variables.OTEL_SDK_DISABLED === 'true') return undefined
  const protocol = variables.OTEL_EXPORTER_OTLP_PROTOCOL
  if (protocol && !protocol.startsWith('http/')) throw new StartError(otlpProtocolUnsupported(protocol))
  const address = `${base.replace(/\/$/, '')}/v1/traces`
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    throw new StartError(otlpEndpointInvalid(hideCredentials(base)))
  const headers = (variables.OTEL_EXPORTER_OTLP_HEADERS ?? '').split(',').flatMap((pair): [string, string][] => {
    const [name = '', value] = pair.split(/=(.*)/s)
    return value === undefined ? [] : [[name.trim(), decodePercent(value.trim())]]
  })
  return {
    endpoint: new URL(address),
    headers: Object.fromEntries(headers),
    service: variables.OTEL_SERVICE_NAME || 'stowage',
  }
}
