import { hostname } from 'node:os'
import { finished, Readable } from 'node:stream'
import { Failure } from '../../core/failure.ts'
import type { NewObject, StoredObject } from '../../plugins/object-browser/backend.ts'
import { methodOf, nameOf, targetOf } from './traced-names.ts'
import type { Tracer } from './tracer.ts'

type Call = (...args: unknown[]) => Promise<unknown>

/** The content of an object goes out after the call that opened it. */
const tellOnceRead = ({ body, size, span }: StoredObject, tell: (sent: number) => void) => {
  const whole = span ? span.end - span.start + 1 : size
  if (body instanceof Readable) finished(body, (error) => tell(error ? 0 : whole))
  else tell(whole)
}

const tracedCall =
  (port: string, method: string, call: Call, tracer: Tracer, client: string): Call =>
  async (...args) => {
    if (!tracer.isFollowed()) return call(...args)
    const name = nameOf(port, method)
    const time = new Date()
    const started = performance.now()
    const taken = () => Math.round((performance.now() - started) * 1e6)
    const tell = (status: number, firstByte: number, sent: number) =>
      tracer.publish({
        kind: name.startsWith('s3.') ? 's3' : 'internal',
        host: hostname(),
        time,
        name,
        method: methodOf(name),
        ...targetOf(port, args),
        client,
        status,
        error: '',
        took: taken(),
        firstByte,
        received: name === 's3.PutObject' && status === 200 ? (args[2] as NewObject).size : 0,
        sent,
      })
    try {
      const result = await call(...args)
      const firstByte = taken()
      if (name !== 's3.GetObject') tell(200, firstByte, 0)
      else tellOnceRead(result as StoredObject, (sent) => tell(200, firstByte, sent))
      return result
    } catch (error) {
      tell(error instanceof Failure ? error.status : 500, taken(), 0)
      throw error
    }
  }

/** Ports whose methods all answer once; one with a feed stands beside them. */
type Answering = Readonly<Record<string, Readonly<Record<string, (...args: never[]) => Promise<unknown>>>>>

/** The ports, each of their calls told of while somebody follows. */
export const traced = <Ports extends Answering>(ports: Ports, tracer: Tracer, client: string): Ports =>
  Object.fromEntries(
    Object.entries(ports).map(([port, calls]) => [
      port,
      Object.fromEntries(
        Object.entries(calls).map(([name, call]) => [name, tracedCall(port, name, call as Call, tracer, client)]),
      ),
    ]),
  ) as object as Ports
