import { useMemo } from 'react'
import { capitalize, count, type Noun } from 'stowage'
import { type Draft, Field, ListInput, MultiSelect } from 'stowage/ui'
import { type Names, useGroupNames, usePolicyNames, useUserNames } from './names.ts'

type Control = {
  value: Draft
  onChange: (value: Draft) => void
  error: string | undefined
  /** At least one must be selected. */
  required?: boolean
}

type PickProps = Control & {
  /** The noun of the items, also used as label: "Policies". */
  noun: Noun
  names: Names
}

const Pick = ({ noun, names: { all, missing, hintOf }, value, onChange, error, required }: PickProps) => {
  const selected = Array.isArray(value) ? value : []
  const options = useMemo(() => all?.map((name) => ({ value: name, hint: hintOf?.(name) })), [all, hintOf])
  const hint = missing ?? (selected.length > 0 ? `${count(selected.length)} selected` : 'None selected')
  return (
    <Field label={capitalize(noun.many)} hint={hint} error={error} optional={!required}>
      {missing ? (
        <ListInput label={capitalize(noun.one)} value={selected} onChange={onChange} />
      ) : (
        <MultiSelect noun={noun} value={selected} onChange={onChange} options={options} />
      )}
    </Field>
  )
}

/** Selects several policies; without the permission to list them, their names are typed. */
export const PickPolicies = (control: Control) => (
  <Pick noun={{ one: 'policy', many: 'policies' }} names={usePolicyNames()} {...control} />
)

/** Selects several groups, in the same way. */
export const PickGroups = (control: Control) => (
  <Pick noun={{ one: 'group', many: 'groups' }} names={useGroupNames()} {...control} />
)

/** Selects several users, in the same way. */
export const PickUsers = (control: Control) => (
  <Pick noun={{ one: 'user', many: 'users' }} names={useUserNames()} {...control} />
)
