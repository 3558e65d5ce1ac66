import { useEffect, useId, useRef } from 'react'
import { useMissingFeature, useLeaveGuard } from 'stowage/web'
import { Button, type FieldOptions, FormFields, useForm } from 'stowage/ui'
import type { Target } from '../contract.ts'
import { maskSecrets } from 'stowage'
import type { Service } from '../services.ts'
import {
  composeConnection,
  connectionFieldNames,
  schemaOf,
  settingsOf,
  connectionStringKeys,
  parseConnection,
  toProperties,
} from './fields.ts'
import * as styles from './pages.css.ts'
import { TestResult, useConnectionTest } from './connection-test.tsx'
import * as messages from '../messages.ts'

type Values = Readonly<Record<string, unknown>>

type TargetFormProps = {
  service: Service
  /** The existing target, if any. */
  target?: Target
  onSave: (name: string, properties: Record<string, string>) => Promise<void>
}

/** Fields shown side by side. */
const short: readonly string[] = [
  ...connectionFieldNames,
  'queue_limit',
  'max_open_connections',
  'format',
  'table',
  'username',
  'qos',
  'topic',
]

/** A form for a target of any service, generated from its settings. */
export const TargetForm = ({ service, target, onSave }: TargetFormProps) => {
  const kind = useMissingFeature('event-services') ? 'embedded' : 'server'
  const id = useId()
  const { connection } = service
  const settings = settingsOf(service, kind, target)
  const schema = useRef(schemaOf(service, settings, target)).current
  const stored = connection ? (target?.properties[connectionStringKeys[connection]] ?? '') : ''
  const connectionParts = connection && parseConnection(connection, stored)
  // the fields require a host and a database, which drivers have defaults for
  const fitsFields =
    connectionParts && (stored === '' || (connectionParts.host !== '' && connectionParts.dbname !== ''))

  const initialValue = (key: string, fallback: string | undefined) =>
    target?.properties[key] ?? (target ? undefined : fallback)
  const initial: Values = {
    ...Object.fromEntries(
      settings.map(({ key, kind: of, value }) => [
        key,
        of === 'flag' ? initialValue(key, value) === 'on' : initialValue(key, value),
      ]),
    ),
    ...(connection && { by: fitsFields ? 'fields' : 'string', ...connectionParts }),
  }

  const isSecret = (name: string) => settings.some(({ key, kind: of }) => key === name && of === 'secret')
  const isPart = (name: string) => (connectionFieldNames as readonly string[]).includes(name)
  const optionsOf = (name: string): FieldOptions<Values> => {
    const key = connection && isPart(name) ? connectionStringKeys[connection] : name
    const variable = target?.fromEnvironment[key]
    const setting = settings.find((one) => one.key === name)
    const ofString = connection && name === connectionStringKeys[connection]
    const isKept =
      setting?.kind === 'secret'
        ? target?.secrets.includes(name)
        : name === 'password' && connection && stored !== maskSecrets('') && stored.includes('••')
    return {
      ...(variable && { disabled: () => `${variable} holds it` }),
      ...(isKept && { hint: messages.secretSetUnchanged }),
      ...(short.includes(name) && { width: 'half' as const }),
      ...(connection &&
        isPart(name) && {
          visible: (values: Values) => values.by === 'fields',
          ...(['host', 'dbname'].includes(name) && { required: true as const }),
        }),
      ...(ofString && { visible: (values: Values) => values.by === 'string', required: true as const }),
      ...(name === 'by' && {
        options: [
          { value: 'fields', label: 'Fields' },
          { value: 'string', label: connection === 'mysql' ? 'DSN String' : 'Connection String' },
        ],
      }),
    }
  }
  const fields = Object.fromEntries(Object.keys(schema.entries).map((name) => [name, optionsOf(name)]))

  const connectionTest = useConnectionTest(service)
  const form = useForm({
    schema,
    savedAs: 'page',
    initial,
    fields,
    onSubmit: async (values: Values) => {
      // the server tests it again, and reports errors at the field
      connectionTest.forget()
      const before = (connection && String(form.values[connectionStringKeys[connection]] ?? '')) || stored
      const all = toProperties(service, settings, values, before)
      const isSupported = ([key, text]: [string, string]) => {
        if (target?.fromEnvironment[key]) return false
        const was = target ? (target.properties[key] ?? '') : ''
        return text === 'off' && was === '' ? false : text !== was
      }
      await onSave(
        String(values.account_id ?? target?.account_id ?? '_'),
        Object.fromEntries(Object.entries(all).filter(isSupported)),
      )
    },
  })
  useLeaveGuard(form.dirty && !form.busy)

  const values = form.values as Values
  const set = form.set as (name: string, draft: string) => void
  const last = useRef(values.by)
  useEffect(() => {
    if (!connection || last.current === values.by) return
    last.current = values.by
    const text = String(values[connectionStringKeys[connection]] ?? '')
    if (values.by === 'string')
      return set(connectionStringKeys[connection], composeConnection(connection, values, text || stored))
    const parts = parseConnection(connection, text)
    if (!parts) {
      // a connection string that cannot be parsed is edited as text
      last.current = 'string'
      return set('by', 'string')
    }
    for (const name of connectionFieldNames) if (name !== 'sslmode' || connection === 'postgres') set(name, parts[name])
  }, [values.by])

  const every = toProperties(
    service,
    settings,
    values,
    (connection && String(values[connectionStringKeys[connection]] ?? '')) || stored,
  )
  const properties = Object.fromEntries(Object.entries(every).filter(([key, value]) => value !== '' && !isSecret(key)))
  const text =
    connection &&
    values.by === 'fields' &&
    maskSecrets(composeConnection(connection, values, String(values[connectionStringKeys[connection]] ?? '') || stored))
  return (
    <form id={id} ref={form.element} className={styles.form} noValidate onSubmit={form.submit}>
      <FormFields form={form} />
      {text && (
        <p className={styles.connectionString} aria-label="Connection">
          {text}
        </p>
      )}
      {connectionTest.result && <TestResult result={connectionTest.result} properties={properties} by={kind} />}
      <div className={styles.foot}>
        <Button
          tone="primary"
          submit
          busy={form.busy ? 'Saving' : undefined}
          disabled={!!target && !form.dirty && 'No changes'}
        >
          Save Notification Target
        </Button>
        <Button busy={connectionTest.busy} onPress={() => void connectionTest.run(properties)}>
          Test Target
        </Button>
        <Button href="/notification-endpoints">Cancel</Button>
        {kind === 'server' && <span className={styles.note}>{messages.restartNeededAfterwards}</span>}
      </div>
    </form>
  )
}
