import { Failure } from '../../../core/failure.ts'
import { masked, unmasked } from '../../../core/masked.ts'
import { onWire } from '../../../core/moment.ts'
import { tryAll, untestable, webhookTrials } from '../adapters/reach.ts'
import type { SettingsBackend } from '../backend.ts'
import type { Held, Section } from '../contract.ts'
import { readLines } from '../lines.ts'
import { elsewhere, isSecret, shapeOf } from '../sections.ts'
import { type Caller, hasCode } from '../../../engines/minio/caller.ts'
import { type ConfigTarget, createConfigKv, DEFAULT_TARGET } from '../../../engines/minio/config-kv.ts'
import { tryDirectory } from './try-ldap.ts'
import { tryProvider } from './try-openid.ts'
import { savedSince, waitingAt } from './waiting.ts'

type Keys = readonly { key: string }[]

/** What of a target is shown: a secret that is set is left out by the server, one that is not is empty. */
const heldOf = ({ target, values, held }: ConfigTarget, settings: Keys): Held => {
  const keys = [...new Set([...values.keys(), ...held.keys()])].filter((key) => !isSecret(key))
  const read = keys.map((key) => [key, masked(held.get(key)?.value ?? values.get(key) ?? '')] as const)
  const secrets = settings.filter(({ key }) => isSecret(key) && (held.has(key) || values.get(key) === undefined))
  return {
    target,
    values: Object.fromEntries(read),
    secrets: secrets.map(({ key }) => key),
    held: Object.fromEntries([...held].map(([key, { variable }]) => [key, variable])),
  }
}

/** The configuration of a MinIO server (minio-server 3.10). */
export default ({ admin, outbound }: Caller): SettingsBackend => {
  const config = createConfigKv({ admin, outbound })

  /** The server says of a section that it does not know that there is something wrong with the configuration. */
  const there = async <T>(name: string, work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      if (hasCode(error, 'XMinioConfigError')) throw new Failure(404, `This storage server has no section "${name}"`, error.detail)
      throw error
    }
  }

  const describe = async (key: string, several: boolean): Promise<Section> => {
    const { description, keysHelp } = await there(key, config.help(key))
    return { key, description, several, live: shapeOf(key).live, settings: (keysHelp ?? []).map(({ multipleTargets: _, ...told }) => told) }
  }

  const all = async () => (await config.help()).keysHelp ?? []

  return {
    list: async () => {
      const found = (await all()).filter(({ key }) => !elsewhere(key))
      const named = new Set(found.map(({ key }) => key))
      // the former name of a section beside its present one would only confuse
      const meant = found.filter(({ key }) => key !== 'region' || !named.has('site'))
      return Promise.all(meant.map(({ key, multipleTargets }) => describe(key, multipleTargets)))
    },

    section: async (name) => {
      const several = (await all()).some(({ key, multipleTargets }) => key === name && multipleTargets)
      const [section, targets] = await Promise.all([describe(name, several), there(name, config.read(name))])
      const saved = section.live ? [] : await savedSince({ admin }, config, name)
      return { ...section, targets: targets.map((target) => ({ ...heldOf(target, section.settings), waiting: waitingAt(saved, target) })) }
    },

    save: async (name, target, values) => {
      const stored = (await there(name, config.read(name))).find((one) => one.target === target)
      const held = Object.keys(values).find((key) => stored?.held.has(key))
      if (held) throw new Failure(400, `${held}: ${stored?.held.get(held)?.variable} holds it, which whoever runs the storage server sets`)
      const completed = Object.entries(values).map(([key, value]) => {
        const whole = unmasked(value, stored?.values.get(key) ?? '')
        if (whole === undefined) throw new Failure(400, `${key}: enter the password again`)
        return [key, whole]
      })
      return config.write(name, target, Object.fromEntries(completed) as Record<string, string>, await config.keys(name))
    },

    reset: async (name, target) => {
      const stored = (await there(name, config.read(name))).find((one) => one.target === target)
      const [variable] = [...(stored?.held.values() ?? [])]
      if (target !== DEFAULT_TARGET && !stored) throw new Failure(404, `There is no target "${target}" of ${name}`, 'A target that was just saved is there after the restart')
      if (target !== DEFAULT_TARGET && variable) throw new Failure(409, `${variable.variable} holds this target, which whoever runs the storage server sets`)
      return config.remove(name, target)
    },

    reveal: async () => readLines(await config.whole()).lines,

    history: async () =>
      (await config.history())
        .map(({ restoreId, createTime, data }) => ({ id: restoreId, time: onWire(createTime), kind: 'saved' as const, lines: readLines(data).lines }))
        .sort((one, other) => (one.time < other.time ? 1 : -1)),

    test: async (name, target, values, as) => {
      const stored = (await there(name, config.read(name))).find((one) => one.target === target)
      const kept = readLines(await config.whole()).lines.find((line) => line.section === name && line.target === target)?.values ?? {}
      const own = Object.entries(kept).filter(([key]) => !stored?.held.has(key))
      const held = [...(stored?.held ?? [])].filter(([key]) => !isSecret(key)).map(([key, { value }]) => [key, value] as const)
      const given = Object.entries(values).map(([key, value]) => [key, unmasked(value, kept[key] ?? '') ?? value] as const)
      const all: Record<string, string> = Object.fromEntries([...own, ...held, ...given])
      if (name === 'identity_ldap') return tryDirectory(outbound, all, as)
      if (name === 'identity_openid') return tryProvider(outbound, all)
      if (/_webhook$/.test(name)) return tryAll(webhookTrials(outbound, all.endpoint ?? ''))
      throw untestable(name)
    },
  }
}
