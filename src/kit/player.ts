import { useCallback, useEffect, useRef, useState } from 'react'

export interface Player {
  /** The sound being loaded or played, by its key. */
  now: { key: string; state: 'loading' | 'playing' } | null
  /**
   * Loads and plays a sound, replacing the current one; resolves when it ends or is stopped.
   * @throws when loading fails or the browser cannot play it
   */
  play(key: string, fetch: (signal: AbortSignal) => Promise<Response>): Promise<void>
  stop(): void
}

/** Plays one sound at a time; stops when the screen unmounts. */
export function usePlayer(): Player {
  const [now, setNow] = useState<Player['now']>(null)
  const silence = useRef<() => void>(() => {})
  const stop = useCallback(() => silence.current(), [])
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
      stop()
    }
  }, [stop])

  const play = useCallback<Player['play']>(async (key, fetch) => {
    silence.current()
    if (isLeft.current) return
    const stopping = new AbortController()
    const { signal } = stopping
    silence.current = () => stopping.abort()
    setNow({ key, state: 'loading' })
    try {
      const url = URL.createObjectURL(await (await fetch(signal)).blob())
      try {
        if (!signal.aborted) await sound(url, signal, () => setNow({ key, state: 'playing' }))
      } finally {
        URL.revokeObjectURL(url)
      }
    } catch (error) {
      if (!signal.aborted) throw error
    } finally {
      if (!signal.aborted) silence.current = () => {}
      setNow(now => (now?.key === key ? null : now))
    }
  }, [])

  return { now, play, stop }
}

/** Plays a sound to its end, or until stopped. */
async function sound(url: string, signal: AbortSignal, whenHeard: () => void): Promise<void> {
  const audio = new Audio(url)
  const over = new Promise<void>((resolve, reject) => {
    audio.addEventListener('ended', () => resolve())
    audio.addEventListener('error', () => reject(audio.error))
    signal.addEventListener('abort', () => {
      audio.pause()
      resolve()
    })
  })
  await audio.play()
  whenHeard()
  await over
}
