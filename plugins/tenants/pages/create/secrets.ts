import { rowOf, textsOf } from '../../create/row-texts.ts'
import type { InitialValues } from './use-steps.ts'

/**
 * Secret fields of the steps. In lists of rows, the second text of each is secret: the key that belongs to the first.
 */
const secrets: Readonly<Record<string, Readonly<Record<string, 'whole' | 'rows'>>>> = {
  images: { password: 'whole' },
  identity: { keys: 'rows', secret_id: 'whole', lookup_bind_password: 'whole' },
  security: { pairs: 'rows' },
  encryption: {
    role_id: 'whole',
    role_secret: 'whole',
    accesskey: 'whole',
    secretkey: 'whole',
    token: 'whole',
    client_secret: 'whole',
    private_key_id: 'whole',
    private_key: 'whole',
    mtls_key: 'whole',
    server_key: 'whole',
    client_key: 'whole',
  },
}

const bare = (row: unknown) => rowOf(textsOf(String(row))[0] ?? '', '')
const isFilled = (value: unknown) =>
  Array.isArray(value)
    ? value.some((row) => (textsOf(String(row))[1] ?? '') !== '')
    : value !== undefined && value !== ''

/** Removes secrets from the input, and returns which fields have to be typed again. */
export const withoutSecrets = (answers: InitialValues): { answers: InitialValues; reenter: string[] } => {
  const reenter: string[] = []
  const steps = Object.entries(answers).map(([step, values]) => {
    const fields = Object.entries(values ?? {}).flatMap(([name, value]: [string, unknown]) => {
      const kind = secrets[step]?.[name]
      if (kind === undefined) return [[name, value]]
      if (isFilled(value)) reenter.push(`${step}.${name}`)
      return kind === 'rows' && Array.isArray(value) ? [[name, value.map(bare)]] : []
    })
    return [step, Object.fromEntries(fields)]
  })
  return { answers: Object.fromEntries(steps) as InitialValues, reenter }
}
