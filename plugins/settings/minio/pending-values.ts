import * as v from 'valibot'
import { maskSecrets } from 'stowage'
import type { ConfigTarget } from 'stowage/engines/minio'
import { type Line, readLines } from '../lines.ts'
import { isSecret } from '../sections.ts'
import type { MinioAdapterContext } from 'stowage/server'
import { fallbackOn } from 'stowage/engines/s3'

const Info = v.object({ servers: v.nullish(v.array(v.object({ uptime: v.optional(v.number(), 0) })), []) })

/** In ms. */
const SECOND = 1000

/**
 * Values saved since the server started, by target; the server itself keeps reporting the old ones. Empty if the caller
 * may not read its uptime.
 */
export const savedSince = async (
  { admin }: Pick<MinioAdapterContext, 'admin'>,
  config: MinioAdapterContext['config'],
): Promise<Line[]> => {
  const info = await fallbackOn(
    admin.read(Info, { method: 'GET', name: 'info', needs: 'admin:ServerInfo', query: { metrics: 'false' } }),
    ['AccessDenied'],
    undefined,
  )
  if (!info) return []
  const started = Date.now() - Math.min(...(info.servers ?? []).map(({ uptime }) => uptime)) * SECOND
  const since = (await config.history()).filter(({ createTime }) => Date.parse(createTime) > started)
  const each = since.flatMap(({ data, kind }) => readLines(data).lines.map((line) => ({ line, kind })))
  // a reset discards what was saved before it
  return each
    .filter(
      ({ line, kind }, at) =>
        kind === 'saved' &&
        !each
          .slice(at)
          .some(
            (later) =>
              later.kind === 'reset' && later.line.section === line.section && later.line.target === line.target,
          ),
    )
    .map(({ line }) => line)
}

/** Saved values that differ from those the server reports for a target, and so need a restart. */
export const pendingValuesAt = (
  lines: readonly Line[],
  section: string,
  { target, values, fromEnvironment }: ConfigTarget,
): Record<string, string> => {
  const savedValues = Object.assign(
    {},
    ...lines.filter((line) => line.section === section && line.target === target).map((line) => line.values),
  ) as Record<string, string>
  const differs = ([key, value]: [string, string]) =>
    key !== 'enable' && !isSecret(key) && !fromEnvironment.has(key) && (values.get(key) ?? '') !== value
  return Object.fromEntries(
    Object.entries(savedValues)
      .filter(differs)
      .map(([key, value]) => [key, maskSecrets(value)]),
  )
}
