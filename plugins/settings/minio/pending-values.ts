import * as v from 'valibot'
import { maskSecrets } from 'stowage'
import type { ConfigTarget } from 'stowage/engines/minio'
import { type Line, readLines } from '../lines.ts'
import { isSecret } from '../sections.ts'
import type { MinioAdapterContext } from 'stowage/server'
import { fallbackOn } from 'stowage/engines/s3'

/**
 * Values saved since the server started, by target; the server itself keeps reporting the old ones. Empty if the caller
 * may not read its uptime.
 */
export const savedSince = async ({
  serverInfo,
  config,
}: Pick<MinioAdapterContext, 'serverInfo' | 'config'>): Promise<Line[]> => {
  const { started } = await fallbackOn(serverInfo(v.unknown()), ['AccessDenied'], { info: {}, started: undefined })
  if (started === undefined) return []
  const since = await config.history(started)
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
