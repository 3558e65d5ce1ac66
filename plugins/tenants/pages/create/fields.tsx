import { classes, FormFields, type FormSchema, type FormState, Stack } from 'stowage/ui'
import type { Step } from '../../create/steps.ts'
import { sections } from './sections.ts'
import type { useSteps } from './use-steps.ts'
import * as styles from './wizard.css.ts'

const Sections = <S extends FormSchema>({ step, form }: { step: Step; form: FormState<S> }) => {
  const [, ...others] = sections[step]
  const elsewhere = new Set(others.flatMap(({ names }) => names))
  return sections[step].map(({ title, text, names }, index) => {
    // the unit is displayed next to the size
    const fields = form.fields.filter(
      ({ name }) => name !== 'unit' && (index === 0 ? !elsewhere.has(name) : names.includes(name)),
    )
    if (fields.length === 0) return null
    return (
      <Stack as="section" gap={5} key={title} className={classes(index > 0 && styles.next)}>
        <h2 className={styles.title}>{title}</h2>
        {text && <p className={styles.intro}>{text}</p>}
        <FormFields form={index === 0 ? { ...form, fields } : { ...form, fields, failure: undefined, problems: [] }} />
      </Stack>
    )
  })
}

/** Fields of one step; each form has its own type. */
export const Fields = ({ forms, step }: { forms: ReturnType<typeof useSteps>['forms']; step: Step }) => {
  switch (step) {
    case 'setup':
      return <Sections step={step} form={forms.setup} />
    case 'configure':
      return <Sections step={step} form={forms.configure} />
    case 'images':
      return <Sections step={step} form={forms.images} />
    case 'placement':
      return <Sections step={step} form={forms.placement} />
    case 'identity':
      return <Sections step={step} form={forms.identity} />
    case 'security':
      return <Sections step={step} form={forms.security} />
    case 'encryption':
      return <Sections step={step} form={forms.encryption} />
  }
}
