import type { WordLists } from '../language.ts'

export const feelings: WordLists['feelings'] = {
  happy:
    'feliz|felices|content*|alegr*|maravill*|encant*|bien|bueno|buena|bonit*|precios*|gracias|disfrut*|tranquil*|mejor|orgullos*|risa|ríe|reír|sonri*|quiero mucho|agradecid*|estupend*|genial|rico|rica',
  sad: 'triste*|tristeza|pena|solo|sola|soledad|llor*|echo de menos|extraño|deprimid*|desanimad*|murió|falleció|viud*|vací*|desgraciad*|duele|decepcion*|mal|fatal',
  anxious:
    'preocup*|ansios*|ansiedad|miedo|asust*|nervios*|inquiet*|angusti*|agobi*|pánico|temo|temor|no me deja dormir|quita el sueño',
  angry:
    'enfad*|enoj*|furios*|harto|harta|rabia|odio|injust*|molest*|fastidi*|indign*|vergüenza|tonterías|déjeme en paz|dejen de|deje de preguntar|insoportable',
  confused:
    'no (lo )?sé|un poco perdid*|confundid*|confus*|no entiendo|no comprendo|no recuerdo|no me acuerdo|no estoy segur*|lío|qué día|me olvid*|olvidé|perdido la cuenta|cuál era|se me olvid*',
  excited:
    'emocionad*|emoción|ilusión|ilusionad*|ganas de|qué ganas|increíble|fantástic*|por fin|hemos ganado|ganamos|viva|impaciente|no puedo esperar',
}

export const topics: WordLists['topics'] = {
  exercise: 'pase*|camin*|ejercicio*|pasos|gimnasia|nadar|estir*',
  family:
    'hija*|hijo*|nieto*|nieta*|esposa|esposo|mujer|marido|hermana*|hermano*|madre|padre|familia|sobrin*|boda',
  food: 'comer|comí|comida|cocin*|desayun*|cena*|sopa|tarta|manzana*|pan|receta*|café|hambre|paella',
  garden: 'jardín|rosas|tomates|flor|flores|planta*|huerto|césped',
  health: 'médic*|doctor*|hospital|dolor*|tensión|rodilla*|cadera|corazón|enferm*|fiebre|mare*|pecho',
  home: 'casa|piso|cocina|baño|salón|escalera*|calefacción|ventana*|llaves',
  loneliness: 'solo|sola|soledad|nadie',
  medication: 'pastilla*|medicina*|medicamento*|medicación|dosis|insulina|receta médica|farmacia',
  memory: 'recuerd*|acuerd*|olvid*|memoria',
  money: 'dinero|pensión|factura*|banco|alquiler|ahorros|impuesto*',
  music: 'música|canción|canciones|cant*|piano|bail*|coro|orquesta|radio',
  neighbourhood: 'vecin*|calle|pueblo|barrio|tienda*|mercado|plaza',
  pets: 'gato*|gata*|perro*|perra*|pájaro*|canario',
  religion: 'iglesia|rez*|dios|misa|cura|fe|biblia|virgen',
  school: 'escuela|colegio|maestr*|profesor*|clase',
  sleep: 'dorm*|duerm*|sueño|siesta|insomnio|noche|despiert*',
  sports: 'fútbol|partido|tenis|gol|equipo|ciclismo|hemos ganado',
  technology: 'teléfono|móvil|ordenador|internet|pantalla|contraseña|aplicación',
  television: 'televisión|tele|programa|película|serie|noticias',
  travel: 'viaj*|vacaciones|barco|tren|extranjero|mar|costa|maleta',
  weather: 'tiempo hace|llueve|lluvia|sol|nieve|nieva|viento|frío|calor|tormenta|nube*',
  work: 'fábrica|trabaj*|oficina|jefe|jubil*|compañero*',
}
