import { Failure, missingFeatures, toRfc3339 } from 'stowage'
import {
  backlogOf,
  type ChangeRecord,
  type Index,
  nameOf,
  type EngineSetting,
  sections,
  type SettingsRecord,
} from 'stowage/engines/embedded'
import type { SettingsBackend, StoredSection } from '../backend.ts'
import type { TargetSettings } from '../contract.ts'
import type { Line } from '../lines.ts'
import { validateValues } from './validate-values.ts'
import { isHook, isOn, sendRecords } from './records.ts'
import { withRegion } from './region.ts'
import type { EmbeddedCalls, EmbeddedAdapterContext, EmbeddedBackgroundContext } from 'stowage/server'
import * as messages from '../messages.ts'

export const background = (context: EmbeddedBackgroundContext) => sendRecords(context)

/** Audit and trace descriptions of the calls. */
export const calls: EmbeddedCalls<SettingsBackend> = {
  names: {
    list: 'admin.HelpConfigKV',
    section: 'admin.GetConfigKV',
    save: 'admin.SetConfigKV',
    reset: 'admin.DelConfigKV',
    reveal: 'admin.GetConfig',
    history: 'admin.ListConfigHistoryKV',
    test: 'admin.TestConfig',
  },
}

/** Number of changes that the history keeps. */
const MAX_HISTORY = 200

/** The section's definition in the embedded engine. */
const sectionOf = (name: string) => {
  const section = Object.hasOwn(sections, name) ? sections[name] : undefined
  if (!section) throw new Failure(404, messages.sectionMissing(name), { detail: missingFeatures.configuration })
  return section
}

const describeSection = (name: string): StoredSection => {
  const { description, several: multipleTargets = false, settings } = sectionOf(name)
  const described = settings.map(({ key, description, type, required }) => ({
    key,
    description,
    type,
    optional: !required,
  }))
  return {
    key: name,
    description,
    multipleTargets,
    dynamic: true,
    settings: multipleTargets
      ? [{ key: 'enable', description: '', type: 'on|off', optional: true }, ...described]
      : described,
  }
}

const targetsOf = ({ settings }: Pick<Index, 'settings'>, name: string) =>
  Array.from(settings.getRange({ start: nameOf(name, ''), end: `${name};` }), ({ key, value }) => ({
    target: key.slice(name.length + 1),
    record: value,
  }))

const noTarget = (name: string, target: string) => new Failure(404, messages.targetMissing(target, name))

/** Settings of the embedded engine, stored in its index, where features read them when they need them. */
export default ({ authenticate, outbound }: EmbeddedAdapterContext): SettingsBackend => {
  const enterToChange = () => {
    const context = authenticate()
    context.caller.assert('admin:ConfigUpdate')
    return context
  }

  const toTargetSettings = (
    index: Index,
    name: string,
    { target, record }: { target: string; record: SettingsRecord },
  ): TargetSettings => {
    const publicSettings = sectionOf(name).settings.filter(({ secret }) => !secret)
    const values = Object.fromEntries(publicSettings.map(({ key, value }) => [key, record.values[key] ?? value]))
    const { waiting, lost, failing } = backlogOf(index.recordBacklogs, { id: record.id ?? 0 })
    return {
      target,
      values: { ...values, ...(isHook(name) && { enable: isOn(record) ? 'on' : 'off' }) },
      secrets: Object.keys(record.secrets ?? {}),
      fromEnvironment: {},
      ...(record.id !== undefined && {
        queue: { queued: waiting, dropped: lost, ...(failing && { problem: failing.reason }) },
      }),
    }
  }

  const recordChange = (index: Index, change: Omit<ChangeRecord, 'time'>) => {
    const last = (index.counters.get('change') ?? 0) + 1
    void index.counters.put('change', last)
    void index.changes.put(last, { time: Date.now(), ...change })
    void index.changes.remove(last - MAX_HISTORY)
    index.notify()
  }

  /** Decrypts the secrets of a record. */
  const unsealRecord = async ({ values, secrets = {} }: Pick<SettingsRecord, 'values' | 'secrets'>) => {
    const { vault } = authenticate()
    const plain = await Promise.all(
      Object.entries(secrets).map(async ([key, sealed]) => [key, await vault.unseal(sealed)] as const),
    )
    return { ...values, ...Object.fromEntries(plain) }
  }

  return withRegion({
    list: async (isRequested = () => true) => {
      const { index } = enterToChange()
      return Object.keys(sections)
        .filter(isRequested)
        .map(describeSection)
        .map((section) =>
          section.multipleTargets ? { ...section, count: targetsOf(index, section.key).length } : section,
        )
    },

    section: async (name) => {
      const { index } = enterToChange()
      const section = describeSection(name)
      const [storedTargets, rest] = [targetsOf(index, name), [{ target: '_', record: { values: {} } }]]
      const all = storedTargets.some(({ target }) => target === '_') ? storedTargets : [...rest, ...storedTargets]
      const first = all.sort((one, other) => Number(other.target === '_') - Number(one.target === '_'))
      return { ...section, targets: first.map((one) => toTargetSettings(index, name, one)) }
    },

    save: async (name, target, values) => {
      const { index, vault, caller } = enterToChange()
      const section = sectionOf(name)
      if (target !== '_' && !section.several) throw noTarget(name, target)
      const checkedValues = await validateValues(section.settings, isHook(name), values, outbound)
      const isSecret = ({ key }: Pick<EngineSetting, 'key'>) =>
        section.settings.some((one) => one.key === key && one.secret)
      const sealed: Record<string, string> = {}
      for (const [key, value] of Object.entries(checkedValues)) {
        if (!isSecret({ key }) || value === '') continue
        if (!index.counters.get('encryption key')) await vault.makeKey()
        sealed[key] = await vault.seal(value)
      }
      const plain = Object.fromEntries(Object.entries(checkedValues).filter(([key]) => !isSecret({ key })))
      await index.write(() => {
        const before = index.settings.get(nameOf(name, target))
        const nonEmpty = Object.entries({ ...before?.values, ...plain }).filter(([, value]) => value !== '')
        const secrets = Object.entries({ ...before?.secrets, ...sealed }).filter(([key]) => checkedValues[key] !== '')
        const next: SettingsRecord = {
          values: Object.fromEntries(nonEmpty),
          ...(secrets.length > 0 && { secrets: Object.fromEntries(secrets) }),
        }
        if (isHook(name)) {
          if (!next.values.endpoint && (target !== '_' || before))
            throw new Failure(400, 'endpoint: Field cannot be empty', { field: 'endpoint' })
          next.id = before?.id ?? (index.counters.get('hook') ?? 0) + 1
          if (!before?.id) void index.counters.put('hook', next.id)
        }
        if (next.secrets) void index.counters.put('encryption key', 1)
        void index.settings.put(nameOf(name, target), next)
        recordChange(index, {
          account: caller.account,
          name: nameOf(name, target),
          kind: 'saved',
          values: plain,
          ...(Object.keys(sealed).length > 0 && { secrets: sealed }),
        })
      })
      return 'now'
    },

    reset: async (name, target) => {
      const { index, caller } = enterToChange()
      sectionOf(name)
      await index.writeAnyway(() => {
        const existing = index.settings.get(nameOf(name, target))
        if (!existing && target !== '_') throw noTarget(name, target)
        if (!existing) return
        void index.settings.remove(nameOf(name, target))
        recordChange(index, { account: caller.account, name: nameOf(name, target), kind: 'reset', values: {} })
      })
      return 'now'
    },

    reveal: async () => {
      const { index } = enterToChange()
      const all = Object.entries(sections).flatMap(([section, { settings }]) => {
        const storedTargets = targetsOf(index, section)
        const defaults = Object.fromEntries(
          settings.filter(({ secret }) => !secret).map(({ key, value }) => [key, value]),
        )
        const rest =
          storedTargets.some(({ target }) => target === '_') || isHook(section)
            ? []
            : [{ target: '_', record: { values: {} } }]
        return [...rest, ...storedTargets].map(({ target, record }) => ({ section, target, defaults, record }))
      })
      return Promise.all(
        all.map(
          async ({ section, target, defaults, record }): Promise<Line> => ({
            section,
            target,
            values: { ...defaults, ...(await unsealRecord(record)) },
          }),
        ),
      )
    },

    history: async () => {
      const { index } = enterToChange()
      return Promise.all(
        Array.from(index.changes.getRange({ reverse: true }), async ({ key, value }) => {
          const [section = '', target = '_'] = value.name.split(':')
          const line = { section, target, values: await unsealRecord(value) }
          return {
            id: String(key),
            time: toRfc3339(value.time),
            account: value.account,
            kind: value.kind,
            lines: [line],
          }
        }),
      )
    },

    test: async (name, target, values, run) => {
      const { index } = enterToChange()
      sectionOf(name)
      return run({ ...index.settings.get(nameOf(name, target))?.values, ...values }, { outbound })
    },
  })
}
