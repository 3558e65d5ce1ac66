import { Failure } from 'stowage'
import { type Route, serve } from 'stowage/server'
import type { ObjectsBackend } from '../backend.ts'
import * as messages from '../messages.ts'
import { sending } from './contract.ts'
import { send } from './send.ts'
import { sendMany } from './send-many.ts'
import { createSendState } from './state.ts'

/**
 * The port of the other server. Its refusals name it: as 401 and 403 they would be about the session at the server of
 * the request.
 */
const namingServer = (server: string, port: ObjectsBackend): ObjectsBackend =>
  new Proxy(port, {
    get: (target, name, receiver) => {
      const method = Reflect.get(target, name, receiver) as unknown
      if (typeof method !== 'function') return method
      return async (...parts: unknown[]) => {
        try {
          return await (Reflect.apply(method, target, parts) as Promise<unknown>)
        } catch (error) {
          if (!(error instanceof Failure) || ![401, 403].includes(error.status)) throw error
          throw new Failure(409, `${server}: ${error.message}`, {
            detail: error.status === 401 ? messages.signInThere : error.detail,
            code: error.status === 401 ? 'SessionEnded' : 'RefusedByServer',
          })
        }
      }
    },
  })

/** Throws `Failure` 401 for an ended session, and 403 if the caller may read none of the objects. */
const assertReadsAny = async (backend: ObjectsBackend, bucket: string, objects: readonly { path: string }[]) => {
  let refusal: Failure | undefined
  for (const { path } of objects) {
    try {
      await backend.info(bucket, path)
      return
    } catch (error) {
      if (!(error instanceof Failure) || ![403, 404].includes(error.status)) throw error
      if (error.status === 404) return
      refusal = error
    }
  }
  if (refusal) throw refusal
}

export const createSendRoutes = (state = createSendState()): Route<ObjectsBackend>[] =>
  serve(sending, {
    send: async ({ backend, otherServer, params, body, signal }) => {
      const version = body.version_id || undefined
      const item = await backend.info(params.bucket, body.path, version)
      const { server, port, record } = otherServer(body.server_token)
      const sent = await send({
        state,
        source: backend,
        target: namingServer(server, port),
        item,
        from: { bucket: params.bucket, key: body.path, version },
        to: { bucket: body.to_bucket, key: body.to },
        mode: body.mode,
        existing: body.existing,
        id: body.id,
        signal,
      })
      const { bucket } = params
      const details = { from: { bucket, path: body.path }, mode: body.mode }
      if (sent.state === 'copied')
        record({ name: 'receive', bucket: body.to_bucket, object: body.to, bytes: sent.size, details })
      return sent
    },

    sendMany: async ({ backend, otherServer, params, body, signal }) => {
      await assertReadsAny(backend, params.bucket, body.objects)
      const { server, port, record } = otherServer(body.server_token)
      const { bucket } = params
      const objects = await sendMany({
        state,
        source: backend,
        target: namingServer(server, port),
        bucket,
        toBucket: body.to_bucket,
        objects: body.objects,
        mode: body.mode,
        existing: body.existing,
        signal,
        onStored: ({ path, to }, bytes) => {
          const details = { from: { bucket, path }, mode: body.mode }
          record({ name: 'receive', bucket: body.to_bucket, object: to, bytes, details })
        },
      })
      return { objects }
    },

    abortSend: async ({ backend, otherServer, params, body }) => {
      // the source may have been deleted since
      await backend.info(params.bucket, body.path).catch((error: unknown) => {
        if (!(error instanceof Failure) || error.status !== 404) throw error
      })
      const { server, port } = otherServer(body.server_token)
      await namingServer(server, port).abortUpload(body.to_bucket, body.to, body.id)
    },
  })
