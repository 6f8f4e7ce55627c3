import type { Protocol } from './protocol.ts'

export const english: Protocol = {
  replies: {
    medical: [
      'This sounds like an emergency. I am only a program, so please {emergency} now, or press your help button. Sit down, unlock the door if you can, and tell me: is anyone with you?',
      'Please do not wait any longer: {emergency}, or press your help button. Keep still and breathe slowly. I am staying with you. Is it getting better or worse?',
    ],
    fall: [
      'I am sorry that you fell. Please do not force yourself up. Are you in pain? Did you hit your head? Can you move? If anything hurts, {emergency} or press your help button, and keep warm.',
      'I am still here with you. Lie as comfortably as you can, and do not try to stand. If the pain gets worse, {emergency} or press your help button.',
    ],
    self_harm: [
      'Thank you for telling me. That took courage, and I take it seriously. Are you thinking of ending your life now? Have you taken or done anything already? I am a program, and I am staying here with you, but you deserve a person as well: if you are in danger now, {emergency}.',
      'I am still here, and you matter. Please put anything that could harm you out of reach, and go to someone you trust, or call them. Are you safe right now? If not, {emergency}.',
    ],
    abuse: [
      'I believe you. That is not right, and it is not your fault. Are you safe right now? Is that person near you? If you are in danger now, {emergency}.',
      'You did the right thing by telling me, and no one is allowed to treat you like that. Is there a room where you feel safe? If it happens again, {emergency}.',
    ],
    third_party: [
      'Thank you for looking out for someone else. Are they in danger right now? Are they awake and breathing? If they are in danger, {emergency} now, and stay with them only if you are safe yourself.',
      'You are doing the right thing. You can ask them directly if they are thinking about suicide; asking does not make it worse. If there is danger, {emergency}. And how are you?',
    ],
    medication: [
      'Thank you for telling me. Please do not take anything more for now. What did you take, how much, and when? Your pharmacist or doctor can tell you what is safe: please call them with the box in front of you. If you feel unwell, {emergency}.',
      'Please leave the medication where it is until a pharmacist, a doctor or a nurse has told you what to do. Do you feel dizzy, sleepy or sick? If so, {emergency}.',
    ],
    distress: [
      'I hear how hard this is, and I am glad that you are telling me. You are not alone with it right now. Are you also having thoughts of not wanting to live any more? You can speak openly here.',
      'I am still with you. Let us breathe slowly, in and out. Who could be with you today, or talk to you on the phone?',
    ],
    loneliness: [
      'I am glad that you are telling me. That is a heavy feeling, and it matters. I am only a program, and you deserve people around you. Who would you most like to hear from?',
      'That is a lot to carry. Shall we think of one person you could call today?',
    ],
    confusion: [
      'You are not in trouble, and we have time. Please sit down for a moment and stay where you are. What can you see around you?',
      'I am still here. Stay seated, and have a sip of water if there is some near you. If you are outside or feel in danger, {emergency}.',
    ],
  },
  line: {
    dayAndNight: 'You can also talk with {name}, day and night: {number}.',
    withHours: 'You can also talk with {name}, during opening hours: {number}.',
  },
  emergency: { known: 'call {number}', unknown: 'call the emergency number' },
  informed: [
    'I am letting the people who look after you know now.',
    'The people who look after you have been alerted.',
  ],
}
