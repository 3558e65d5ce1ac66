import { useEffect, useState } from 'react'
import { Field } from '../../../core/ui/field.tsx'
import { ListInput } from '../../../core/ui/list-input.tsx'
import { Search } from '../../../core/ui/search.tsx'
import type { Tag } from '../contract.ts'

/** How long typing rests before tags are searched, in ms (spec/2 section 9). */
const SEARCH = 500

/** From so many tags on one has to look for one. */
const MANY = 4

/** A tag as it is shown and typed. */
export const tagText = ({ key, value }: Tag) => `${key}=${value}`

/** A tag as it was typed; without "=" it has no value. */
export const readTag = (text: string): Tag => {
  const [key = '', ...value] = text.split('=')
  return { key: key.trim(), value: value.join('=').trim() }
}

/** Whether every entry is written as a tag. */
export const areTags = (entries: string[]) => entries.every((entry) => entry.indexOf('=') > 0)

type TagEditorProps = {
  hint?: string
  error?: string | undefined
  optional?: boolean
  value: readonly string[]
  onChange: (value: string[]) => void
}

/** Tags, one `key=value` in a row, to be searched where there are many. */
export const TagEditor = ({ hint, error, optional, value, onChange }: TagEditorProps) => {
  const [search, setSearch] = useState('')
  const [filter, setFilter] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setFilter(search), SEARCH)
    return () => clearTimeout(timer)
  }, [search])
  return (
    <>
      {(value.length >= MANY || search) && <Search label="Search Tags" value={search} onChange={setSearch} />}
      <Field label="Tags" {...{ hint, error, optional }}>
        <ListInput label="Tags" value={value} placeholder="key=value" filter={filter.trim()} onChange={onChange} />
      </Field>
    </>
  )
}
