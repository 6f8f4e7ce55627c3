import { useSearchParams } from 'react-router'

/** The incident in the URL: `?incident=<id>`. */
export function useOpenIncident() {
  const [search, setSearch] = useSearchParams()
  const show = (incident: string | null) =>
    setSearch(before => {
      const after = new URLSearchParams(before)
      after.delete('figure')
      if (incident) after.set('incident', incident)
      else after.delete('incident')
      return after
    })
  return { incident: search.get('incident'), open: show, close: () => show(null) }
}
