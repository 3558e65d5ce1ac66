import * as v from 'valibot'
import { parseResponse } from '../s3/response.ts'
import type { Admin } from './admin.ts'

const Server = v.object({ uptime: v.optional(v.number(), 0), state: v.optional(v.string(), '') })
const Servers = v.object({ servers: v.nullish(v.array(Server), []) })

/** In ms. */
const SECOND = 1000

/**
 * Time of a response by the server's clock, in ms since 1970; `date` is its Date header. That has whole seconds, so the
 * console's clock is used where both agree, and otherwise the end of that second.
 */
const serverTime = (date: unknown): number => {
  const [own, reported] = [Date.now(), Date.parse(String(date))]
  return Number.isNaN(reported) || Math.floor(own / SECOND) * SECOND === reported ? own : reported + SECOND
}

/**
 * Reads the server's info, without metrics. `started` is when the last of the servers started, by their clock in ms
 * since 1970; `undefined` if none is online.
 */
export const readServerInfo = async <S extends v.GenericSchema>(admin: Admin, schema: S) => {
  const { response, headers } = await admin.readWithHeaders(v.unknown(), {
    method: 'GET',
    name: 'info',
    needs: 'admin:ServerInfo',
    query: { metrics: 'false' },
  })
  // a server that is offline has no uptime
  const servers = (parseResponse(Servers, response).servers ?? []).filter(({ state }) => state !== 'offline')
  const uptimes = servers.map(({ uptime }) => uptime)
  return {
    info: parseResponse(schema, response),
    started: uptimes.length > 0 ? serverTime(headers.date) - Math.min(...uptimes) * SECOND : undefined,
  }
}
