import { validateHeaderName, validateHeaderValue } from 'node:http'
import { StartError } from '../engines/start-error.ts'
import * as values from './values.ts'
import {
  otlpEndpointHasCredentials,
  otlpEndpointInvalid,
  otlpHeadersInvalid,
  otlpProtocolUnsupported,
} from './messages.ts'
import { decodePercent } from '../core/protocol/address.ts'

/** Where traces are exported to: the address of OTLP over HTTP, with its headers, and the name of this service. */
export type TraceSettings = { endpoint: URL; headers: Readonly<Record<string, string>>; service: string }

/** Parses `api-key=abc,tenant=a` with percent-encoded values. */
const parseHeaders = (text: string) => {
  const pairs = values.list({ name: 'OTEL_EXPORTER_OTLP_HEADERS', text })
  try {
    return Object.fromEntries(
      pairs.map((pair) => {
        const [, name = '', value = ''] = /^([^=]*?)\s*=\s*(.*)$/s.exec(pair) ?? []
        const decoded = decodePercent(value)
        validateHeaderName(name)
        validateHeaderValue(name, decoded)
        return [name, decoded]
      }),
    )
  } catch {
    throw new StartError(otlpHeadersInvalid)
  }
}

/**
 * Reads the variables that OpenTelemetry defines; `undefined` without `OTEL_EXPORTER_OTLP_ENDPOINT`. Throws
 * `StartError`.
 */
export const traceSettings = (variables: NodeJS.ProcessEnv): TraceSettings | undefined => {
  const base = variables.OTEL_EXPORTER_OTLP_ENDPOINT
  if (!base || /^true$/i.test(variables.OTEL_SDK_DISABLED ?? '')) return undefined
  const protocol = variables.OTEL_EXPORTER_OTLP_PROTOCOL
  if (protocol && !protocol.startsWith('http/')) throw new StartError(otlpProtocolUnsupported(protocol))
  const address = `${base.replace(/\/$/, '')}/v1/traces`
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    throw new StartError(otlpEndpointInvalid(values.hideCredentials(base)))
  const endpoint = new URL(address)
  if (endpoint.username || endpoint.password) throw new StartError(otlpEndpointHasCredentials)
  return {
    endpoint,
    headers: parseHeaders(variables.OTEL_EXPORTER_OTLP_HEADERS ?? ''),
    service: variables.OTEL_SERVICE_NAME || 'stowage',
  }
}
