import { type Draft, Field, Switch, TextInput } from 'stowage/ui'

/** A read-only value in a form. */
export const Locked = ({ label, value }: { label: string; value: Draft }) => (
  <Field label={label}>
    <TextInput state="locked" value={String(value)} onChange={() => {}} />
  </Field>
)

/** The status of a user or group as a switch; `hint` explains "disabled". */
export const StatusSwitch = ({
  hint,
  value,
  onChange,
}: {
  hint: string
  value: Draft
  onChange: (value: Draft) => void
}) => (
  <Switch
    label="Enabled"
    hint={hint}
    value={value === 'enabled'}
    onChange={(on) => onChange(on ? 'enabled' : 'disabled')}
  />
)
