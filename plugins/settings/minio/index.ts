import { Failure, maskSecrets, toRfc3339, restoreSecrets } from 'stowage'
import type { SettingsBackend, StoredSection } from '../backend.ts'
import type { TargetSettings } from '../contract.ts'
import { type Line, readLines } from '../lines.ts'
import { isSecret } from '../sections.ts'
import { isSetUp } from '../set-up.ts'
import { type ConfigTarget, DEFAULT_TARGET, hasSecret, readTargets } from 'stowage/engines/minio'
import { savedSince, pendingValuesAt } from './pending-values.ts'
import type { MinioAdapterContext } from 'stowage/server'
import { hasCode } from 'stowage/engines/s3'
import * as messages from '../messages.ts'

/** The sections whose changes apply without a restart (minio-server 3.10). */
const dynamicSections = new Set([
  'api',
  'browser',
  'compression',
  'storage_class',
  'heal',
  'scanner',
  'ilm',
  'batch',
  'drive',
  'subnet',
  'callhome',
  'logger_webhook',
  'audit_webhook',
  'audit_kafka',
])

/** Number of changes that the page shows. */
const MAX_HISTORY = 200

type Keys = readonly { key: string }[]

/** A target for display. The server leaves out secrets that are set, and returns unset ones as empty. */
const toTargetSettings = (configTarget: ConfigTarget, settings: Keys): TargetSettings => {
  const { target, values, fromEnvironment } = configTarget
  const keys = [...new Set([...values.keys(), ...fromEnvironment.keys()])].filter((key) => !isSecret(key))
  const read = keys.map((key) => [key, maskSecrets(fromEnvironment.get(key)?.value ?? values.get(key) ?? '')] as const)
  const secrets = settings.filter(({ key }) => isSecret(key) && hasSecret(configTarget, key))
  return {
    target,
    values: Object.fromEntries(read),
    secrets: secrets.map(({ key }) => key),
    fromEnvironment: Object.fromEntries([...fromEnvironment].map(([key, { variable }]) => [key, variable])),
  }
}

/** Marks of a section in the list of all sections. */
const marksOf = (
  { key: name, multipleTargets, dynamic, settings }: StoredSection,
  targets: readonly ConfigTarget[],
  saved: readonly Line[],
): Pick<StoredSection, 'count' | 'restartPending' | 'locked'> => {
  const isLocked = ({ fromEnvironment }: ConfigTarget) =>
    settings.length > 0 && settings.every(({ key }) => key === 'enable' || fromEnvironment.has(key))
  const configured = targets.filter(
    ({ target, values, fromEnvironment }) =>
      target !== DEFAULT_TARGET ||
      isSetUp({
        ...Object.fromEntries(values),
        ...Object.fromEntries([...fromEnvironment].map(([key, { value }]) => [key, value])),
      }),
  )
  const restartPending =
    !dynamic && targets.some((target) => Object.keys(pendingValuesAt(saved, name, target)).length > 0)
  return multipleTargets
    ? { count: configured.length, restartPending }
    : { locked: targets.some(isLocked), restartPending }
}

/** Lines of the whole configuration, including targets that are set up but off, which the server writes as comments. */
const configLines = (text: string): Line[] => {
  const off = Array.from(text.matchAll(/^# ([a-z].*)$/gm), ([, line = '']) => line).join('\n')
  return [
    ...readLines(text).lines,
    ...readLines(off).lines.filter(
      ({ target, values }) => target !== DEFAULT_TARGET || (values.enable === 'off' && isSetUp(values)),
    ),
  ]
}

/** The configuration of a MinIO server (minio-server 3.10). */
export default (caller: MinioAdapterContext): SettingsBackend => {
  const { outbound, config } = caller

  /** Turns the server's error for an unknown section into 404: it reports an invalid configuration. */
  const withMissingSection = async <T>(name: string, work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      if (hasCode(error, 'XMinioConfigError'))
        throw new Failure(404, messages.sectionMissing(name), { detail: error.detail })
      throw error
    }
  }

  const describe = async (key: string, multipleTargets: boolean): Promise<StoredSection> => {
    const { description, keysHelp } = await withMissingSection(key, config.help(key))
    return {
      key,
      description,
      multipleTargets,
      dynamic: dynamicSections.has(key),
      settings: (keysHelp ?? []).map(({ multipleTargets: _, ...help }) => help),
    }
  }

  const listSections = async () => (await config.help()).keysHelp ?? []

  /** A server without `enable` would read it as a part of the previous value, and its help does not always list it. */
  const hasEnableKey = async (name: string) =>
    name === 'identity_ldap' ||
    (await listSections()).some(({ key, multipleTargets }) => key === name && multipleTargets) ||
    (await describe(name, false)).settings.some(({ key }) => key === 'enable')

  return {
    list: async (isRequested = () => true) => {
      const sections = (await listSections()).filter(({ key }) => isRequested(key))
      const named = new Set(sections.map(({ key }) => key))
      // hide the former name of a section if the server has the present one
      const matching = sections.filter(({ key }) => key !== 'region' || !named.has('site'))
      const [fullConfig, saved] = await Promise.all([config.readAll(), savedSince(caller)])
      return Promise.all(
        matching.map(async ({ key, multipleTargets }) => {
          const section = await describe(key, multipleTargets)
          return { ...section, ...marksOf(section, readTargets(fullConfig, key), saved) }
        }),
      )
    },

    section: async (name) => {
      const multipleTargets = (await listSections()).some(({ key, multipleTargets }) => key === name && multipleTargets)
      const [section, targets] = await Promise.all([
        describe(name, multipleTargets),
        withMissingSection(name, config.read(name)),
      ])
      const saved = section.dynamic ? [] : await savedSince(caller)
      return {
        ...section,
        targets: targets.map((target) => ({
          ...toTargetSettings(target, section.settings),
          pendingValues: pendingValuesAt(saved, name, target),
        })),
      }
    },

    save: async (name, target, values) => {
      if ('enable' in values && !(await hasEnableKey(name)))
        throw new Failure(400, messages.sectionAlwaysOn, { field: 'enable' })
      const stored = (await withMissingSection(name, config.read(name))).find((one) => one.target === target)
      const lockedKey = Object.keys(values).find((key) => stored?.fromEnvironment.has(key))
      if (lockedKey)
        throw new Failure(
          400,
          messages.settingSetByVariable(lockedKey, stored?.fromEnvironment.get(lockedKey)?.variable),
          { field: lockedKey },
        )
      const completed = Object.entries(values).map(([key, value]) => {
        const restored = restoreSecrets(value, stored?.values.get(key) ?? '')
        if (restored === undefined) throw new Failure(400, `${key}: enter the password again`, { field: key })
        return [key, restored]
      })
      return config.write(
        name,
        target,
        Object.fromEntries(completed) as Record<string, string>,
        await config.keys(name),
      )
    },

    reset: async (name, target) => {
      const stored = (await withMissingSection(name, config.read(name))).find((one) => one.target === target)
      const [variable] = [...(stored?.fromEnvironment.values() ?? [])]
      if (target !== DEFAULT_TARGET && !stored)
        throw new Failure(404, messages.targetMissing(target, name), {
          detail: messages.newTargetAfterRestart,
        })
      if (target !== DEFAULT_TARGET && variable) throw new Failure(409, messages.targetSetByVariable(variable.variable))
      return config.remove(name, target)
    },

    reveal: async () => configLines(await config.readAll()),

    history: async () =>
      (await config.history())
        .slice(-MAX_HISTORY)
        .reverse()
        .map(({ restoreId, createTime, data, kind }) => {
          const { lines } = readLines(data)
          return {
            id: restoreId,
            time: toRfc3339(createTime),
            kind,
            lines: kind === 'reset' ? lines.map((line) => ({ ...line, values: {} })) : lines,
          }
        }),

    test: async (name, target, values, run) => {
      const stored = (await withMissingSection(name, config.read(name))).find((one) => one.target === target)
      const storedValues =
        configLines(await config.readAll()).find((line) => line.section === name && line.target === target)?.values ??
        {}
      const editable = Object.entries(storedValues).filter(([key]) => !stored?.fromEnvironment.has(key))
      const environmentValues = [...(stored?.fromEnvironment ?? [])]
        .filter(([key]) => !isSecret(key))
        .map(([key, { value }]) => [key, value] as const)
      const enteredValues = Object.entries(values).map(
        ([key, value]) => [key, restoreSecrets(value, storedValues[key] ?? '') ?? value] as const,
      )
      const all: Record<string, string> = Object.fromEntries([...editable, ...environmentValues, ...enteredValues])
      return run(all, { outbound })
    },
  }
}
