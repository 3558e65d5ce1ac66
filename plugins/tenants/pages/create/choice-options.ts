import { belongs, isNeeded } from '../../create/choices.ts'

export const half = { width: 'half' } as const

type Options<Values> = { visible: (values: Values) => boolean; required?: true; width?: 'half' }

/** Full-width fields: addresses, switches, lists and certificates. */
export const wideFields = [
  'url',
  'configuration_url',
  'callback_url',
  'endpoint',
  'skip_tls_verification',
  'server_insecure',
  'server_start_tls',
  'user_dns',
  'keys',
  'private_key',
  'mtls_crt',
  'mtls_key',
  'ca',
]

/** Field options that display the fields of the selected choice, and require those it needs. */
export const choiceOptions = <Values>(
  names: readonly string[],
  chosen: string | undefined,
): Record<string, Options<Values>> =>
  Object.fromEntries(
    names.map((name) => [
      name,
      {
        visible: () => belongs(chosen, name),
        ...(!wideFields.includes(name) && half),
        ...(isNeeded(chosen, name) && { required: true as const }),
      },
    ]),
  )

/** Field options that display the fields while a condition is true. */
export const all = <Values>(
  names: readonly string[],
  visible: (values: Values) => boolean,
  more: object = {},
): Record<string, Options<Values>> => Object.fromEntries(names.map((name) => [name, { ...more, visible }]))
