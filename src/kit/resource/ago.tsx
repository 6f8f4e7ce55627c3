import { useFormat } from '../format.ts'
import type { FieldView } from './resource.ts'

function Ago({ instant }: { instant: string }) {
  const format = useFormat()
  return (
    <time dateTime={instant} title={format.dateTime(instant)}>
      {format.ago(instant)}
    </time>
  )
}

/** Shows an instant by its distance from now, where how long ago matters more than when. */
export const ago: FieldView<string> = { show: instant => <Ago instant={instant} /> }
