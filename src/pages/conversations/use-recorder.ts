import { useCallback, useEffect, useRef, useState } from 'react'

/** Why a recording could not be made, or holds nothing. */
export type RecordingFault = 'insecure' | 'noMicrophone' | 'refused' | 'silence' | 'broken'

export interface Recorder {
  /** Null while nothing is recorded; `asking` while the browser asks whether it may. */
  state: 'asking' | 'recording' | null
  /** How loud it is now, from 0 to 1. */
  level: number
  /** Begins, unless it may not or cannot; the fault says why. */
  start(): Promise<void>
  /** Ends the recording. @returns null where nothing was heard */
  finish(): Promise<Blob | null>
  cancel(): void
  fault: RecordingFault | null
}

/** The loudness, from 0 to 1, below which nobody speaks. */
const audible = 0.02
/** Milliseconds between two looks at the loudness. */
const every = 60

interface Running {
  recorder: MediaRecorder
  parts: Blob[]
  loudest: number
  release(): void
}

function faultOf(error: unknown): RecordingFault {
  const { name } = error as { name?: string }
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused'
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'noMicrophone' : 'broken'
}

/** Tells how loud a stream is, until it is released. */
function meter(stream: MediaStream, tell: (level: number) => void): () => void {
  const context = new AudioContext()
  // Where the browser took its time to ask, the click is forgotten, and nothing would be measured.
  void context.resume()
  const analyser = context.createAnalyser()
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(samples)
    tell(samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0))
  }, every)
  return () => {
    clearInterval(timer)
    void context.close()
  }
}

/** Records from the microphone, which is let go of as soon as the recording ends. */
export function useRecorder(): Recorder {
  const [state, setState] = useState<Recorder['state']>(null)
  const [level, setLevel] = useState(0)
  const [fault, setFault] = useState<RecordingFault | null>(null)
  const running = useRef<Running>(null)
  /** Counts beginnings and ends: who was asked and answers late finds that it has gone on. */
  const turn = useRef(0)

  const cancel = useCallback(() => {
    turn.current += 1
    running.current?.release()
    running.current = null
    setState(null)
    setLevel(0)
  }, [])
  useEffect(() => cancel, [cancel])

  async function start() {
    setFault(null)
    // Browsers have no microphones for pages that did not come by https or from the own machine.
    if (!navigator.mediaDevices) return setFault('insecure')
    setState('asking')
    turn.current += 1
    const own = turn.current
    let stream: MediaStream | undefined
    const letGo = () => {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    try {
      stream = await navigator.mediaDevices.getUserMedia({ audio: true })
      if (turn.current !== own) return letGo()
      const recorder = new MediaRecorder(stream)
      const recording: Running = { recorder, parts: [], loudest: 0, release: () => {} }
      const stopMeter = meter(stream, now => {
        recording.loudest = Math.max(recording.loudest, now)
        setLevel(now)
      })
      recording.release = () => {
        stopMeter()
        if (recorder.state !== 'inactive') recorder.stop()
        letGo()
      }
      recorder.addEventListener('dataavailable', ({ data }) => recording.parts.push(data))
      recorder.start()
      running.current = recording
      setState('recording')
    } catch (error) {
      letGo()
      if (turn.current !== own) return
      setState(null)
      setFault(faultOf(error))
    }
  }

  async function finish(): Promise<Blob | null> {
    const recording = running.current
    if (!recording) return null
    const { recorder, parts, loudest } = recording
    // A microphone that was pulled out has ended it already.
    const stopped =
      recorder.state === 'inactive' ||
      new Promise(resolve => recorder.addEventListener('stop', resolve, { once: true }))
    cancel()
    await stopped
    if (loudest < audible) {
      setFault('silence')
      return null
    }
    return new Blob(parts, { type: recorder.mimeType })
  }

  return { state, level, start, finish, cancel, fault }
}
