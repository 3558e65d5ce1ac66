import Dices from 'lucide-react/icons/dices'
import { type FieldOptions, IconButton } from 'stowage/ui'
import { pemProblem } from '../../create/pem.ts'
import { rowOf } from '../../create/row-texts.ts'
import { type Part, Rows } from './rows.tsx'
import { keyProblem, MAX_ROWS } from '../../create/steps.ts'
import * as messages from '../../messages.ts'

type Render = NonNullable<FieldOptions<object>['render']>
type Control = Parameters<Render>[0]

const rows = ({ value, onChange, error, blur }: Control) => ({
  value: Array.isArray(value) ? value : [],
  onChange,
  error,
  onBlur: blur,
})

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345'
const randomKey = (length: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => letters[byte % 32]).join('')
const randomKeys = () => [randomKey(16), randomKey(32)]
/** A user with random keys. */
export const randomUser = () => rowOf(...randomKeys())

/** Initial users of the tenant. */
export const renderUsers: Render = (control) => (
  <Rows
    {...rows(control)}
    label="Users"
    parts={[
      { label: 'Access Key', kind: 'text', check: keyProblem },
      { label: 'Secret Key', kind: 'secret', check: keyProblem },
    ]}
    add="Add User"
    maxRows={MAX_ROWS.keys}
    rowButtons={(change, number) => (
      <IconButton icon={Dices} label={`Randomize Credentials ${number}`} onPress={() => change(randomKeys())} />
    )}
  />
)

const certificate = { kind: 'pem', accept: '.cer,.crt,.cert,.pem', check: pemProblem } as const

/** Certificates that the tenant serves, with their keys. */
export const renderKeyPairs: Render = (control) => (
  <Rows
    {...rows(control)}
    label="Server Certificates"
    hint={messages.pemWithKeys}
    parts={[
      { ...certificate, label: 'Certificate' },
      { ...certificate, label: 'Key', accept: '.key,.pem' },
    ]}
    add="Add More Certificates"
    maxRows={MAX_ROWS.pems}
  />
)

/** CAs the tenant trusts. */
export const renderCas: Render = (control) => (
  <Rows
    {...rows(control)}
    label="CA Certificates"
    hint={messages.trustedCas}
    parts={[{ ...certificate, label: 'CA Certificate' }]}
    add="Add More CA Certificates"
    maxRows={MAX_ROWS.pems}
  />
)

const checkText = (text: string) =>
  text.trim() === '' ? 'Field cannot be empty' : /[=\s]/.test(text) ? "Enter it without spaces and '='" : undefined

/** Node labels of the placement: suggested from the cluster's nodes, or typed if these are unknown. */
export const renderNodeLabels =
  (labels: Readonly<Record<string, readonly string[]>> | undefined): Render =>
  (control) => {
    // a label without a value cannot be selected
    const valuesOf = (key: string) => labels?.[key]?.filter((value) => value !== '') ?? []
    const parts: Part[] = [
      {
        label: 'Key',
        kind: 'text',
        check: checkText,
        ...(labels && {
          options: () =>
            Object.keys(labels)
              .filter((key) => valuesOf(key).length > 0)
              .sort(),
        }),
      },
      { label: 'Value', kind: 'text', check: checkText, ...(labels && { options: ([key = '']) => valuesOf(key) }) },
    ]
    return (
      <Rows
        {...rows(control)}
        label="Labels"
        hint={labels ? messages.nodeSelectorHelp : messages.nodeLabelsHelp}
        parts={parts}
        add="Add Label"
        maxRows={MAX_ROWS.labels}
        // a value of another key does not apply
        settle={([key = '', value = ''], at) => [
          key,
          at === 0 && labels ? (valuesOf(key).length === 1 ? (valuesOf(key)[0] ?? '') : '') : value,
        ]}
      />
    )
  }
