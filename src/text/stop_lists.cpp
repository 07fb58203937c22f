// SPDX-License-Identifier: Apache-2.0
// In every list by kind of word: articles, pronouns, question words, prepositions, conjunctions, auxiliary
// verbs, particles. Forms with an apostrophe are written with it: how texts are cut says what becomes of
// them. English "won't" is left out on purpose, since its first half is the word "won".
#include "text/stop_lists.h"

#include <array>

namespace priory {
namespace {

constexpr std::string_view kDutch = R"(
de het een 't 'n
ik mij me mijn mijne jij je jou jouw u uw uwe hij hem zijn zij ze haar hare wij we ons onze jullie hun hen zich zichzelf
mijzelf jezelf hemzelf haarzelf onszelf elkaar men
dit dat deze die degene diegene zo'n zulk zulke iemand niemand iets niets ieder iedere iedereen elk elke alle alles
sommige enkele enige geen ander andere beide zelf
wie wat welk welke waar wanneer waarom hoe wiens
aan achter af behalve beneden bij binnen boven buiten dankzij door gedurende in langs met na naar naast om onder op over
per sedert sinds te tegen tegenover ten ter tijdens tot totdat tussen uit van vanaf vanuit via volgens voor voorbij
vanwege wegens zonder
en of maar want dus noch als dan toen terwijl omdat doordat opdat zodat hoewel indien mits tenzij voordat nadat zoals
alsof sinds dat
ben bent is was waren geweest wees zijn heb hebt heeft hebben had hadden gehad word wordt worden werd werden geworden
zal zult zullen zou zouden kan kunt kunnen kon konden mag mogen mocht mochten moet moeten moest moesten wil wilt willen
wilde wilden wou hoef hoeft hoeven laat laten
niet wel ja nee er daar hier daarin daarop daarmee daarvan daaraan daardoor hierin hierop hiermee hiervan waarin waarop
waarmee waarvan eraan erin erop ermee ervan erdoor toch ook nog al zo te nu
)";

constexpr std::string_view kEnglish = R"(
a an the
i me my mine myself you your yours yourself yourselves he him his himself she her hers herself it its itself we us our
ours ourselves they them their theirs themselves one oneself
this that these those such some any no none every each either neither both all another other others something anything
nothing everything somebody anybody nobody everybody someone anyone everyone
who whom whose which what when where why how whoever whatever whichever whenever wherever however
about above across after against along amid among amongst around as at before behind below beneath beside besides between
beyond by despite down during except for from in inside into like near of off on onto out outside over past per since
through throughout till to toward towards under underneath until up upon via with within without
and or but nor so yet if unless because although though while whereas whether than lest once
am is are was were be been being have has had having do does did doing done will would shall should can could may might
must ought cannot
not n't there here then too also very just only own same
i'm you're he's she's it's we're they're i've you've we've they've i'd you'd he'd she'd we'd they'd i'll you'll he'll
she'll we'll they'll that's there's here's who's what's where's how's let's
isn't aren't wasn't weren't haven't hasn't hadn't don't doesn't didn't wouldn't shan't shouldn't can't couldn't mayn't
mightn't mustn't needn't
)";

constexpr std::string_view kFrench = R"(
le la les l' un une des du de d' au aux
je j' me m' moi mien mienne miens miennes tu te t' toi tien tienne tiens tiennes il elle on se s' soi lui leur leurs
nous vous ils elles eux mon ma mes ton ta tes son sa ses notre nos votre vos nôtre nôtres vôtre vôtres sien sienne siens
siennes en y même mêmes
ce c' cet cette ces ceci cela ça celui celle ceux celles ci tel telle tels telles quelque quelques quelqu'un chaque chacun
chacune aucun aucune nul nulle tout toute tous toutes autre autres certain certaine certains certaines plusieurs rien
autrui
qui que qu' quoi dont où quel quelle quels quelles lequel laquelle lesquels lesquelles auquel auxquels auxquelles duquel
desquels desquelles quand comment pourquoi combien
à après avant avec chez contre dans depuis derrière dès devant durant entre envers hors jusque jusqu' malgré outre par
parmi pendant pour sans sauf selon sous suivant sur vers via voici voilà
et ou mais ni car donc or si s' comme lorsque lorsqu' puisque puisqu' quoique quoiqu' tandis afin
suis es est sommes êtes sont étais était étions étiez étaient fus fut fûmes fûtes furent serai seras sera serons serez
seront serais serait serions seriez seraient sois soit soyons soyez soient fusse fût fussent être été étant
ai as a avons avez ont avais avait avions aviez avaient eus eut eûmes eûtes eurent aurai auras aura aurons aurez auront
aurais aurait aurions auriez auraient aie aies ait ayons ayez aient eusse eût eussent avoir eu eue eus eues ayant
ne n' pas plus non oui aussi très
)";

constexpr std::string_view kGerman = R"(
der die das des dem den ein eine einer eines einem einen kein keine keiner keines keinem keinen
ich mich mir mein meine meiner meines meinem meinen du dich dir dein deine deiner deines deinem deinen er ihn ihm sein
seine seiner seines seinem seinen sie ihr ihre ihrer ihres ihrem ihren ihnen es wir uns unser unsere unserer unseres
unserem unseren euch euer eure eurer eures eurem euren sich selbst einander man
dieser diese dieses diesem diesen jener jene jenes jenem jenen solcher solche solches solchem solchen derselbe dieselbe
dasselbe desselben demselben denselben derjenige diejenige dasjenige desjenigen demjenigen denjenigen dessen deren denen
jeder jede jedes jedem jeden jemand niemand etwas nichts alle aller alles allem allen einige einiger einiges einigem
einigen manche mancher manches manchem manchen mehrere beide beider beiden andere anderer anderes anderem anderen
wer wen wem wessen was welcher welche welches welchem welchen wann wo wohin woher warum wieso weshalb wie womit wodurch
wofür woran worauf woraus worin worüber wovon wozu
ab an am auf aufs aus außer bei beim bis durch entlang für fürs gegen gegenüber gemäß hinter in im ins innerhalb außerhalb
mit mithilfe nach neben ohne per seit trotz über übers um ums unter von vom vor während wegen wider zu zum zur zwischen
und oder aber sondern denn weil da dass daß damit sodass ob obwohl wenn falls als bevor nachdem indem sobald solange
sowie sowohl weder noch entweder doch jedoch
bin bist ist sind seid war warst waren wart gewesen sei seist seien wäre wärst wären wärt sein habe hast hat haben habt
hatte hattest hatten hattet gehabt hätte hättest hätten hättet werde wirst wird werden werdet wurde wurdest wurden wurdet
worden geworden würde würdest würden würdet kann kannst können könnt konnte konntest konnten konntet könnte könntest
könnten könntet muss muß musst müssen müsst musste mussten müsste müssten soll sollst sollen sollt sollte solltest sollten
will willst wollen wollt wollte wolltest wollten darf darfst dürfen dürft durfte durften dürfte dürften mag magst mögen
mögt mochte mochten möchte möchtest möchten
nicht ja nein auch nur so sehr schon dann dort hier daran darauf daraus darin darüber davon dazu dabei dadurch dafür
dagegen danach daneben
)";

constexpr std::string_view kItalian = R"(
il lo la l' i gli le un uno una un' del dello della dell' dei degli delle al allo alla all' ai agli alle dal dallo dalla
dall' dai dagli dalle nel nello nella nell' nei negli nelle sul sullo sulla sull' sui sugli sulle col coi
io me mi mio mia miei mie tu te ti tuo tua tuoi tue egli ella esso essa lui lei sé si suo sua suoi sue noi ci nostro
nostra nostri nostre voi vi vostro vostra vostri vostre essi esse loro li ne stesso stessa stessi stesse
questo questa questi queste quello quella quell' quelli quelle quei quegli quel ciò tale tali qualche qualcuno qualcosa
alcuno alcuna alcuni alcune ogni ognuno ognuna ciascuno ciascuna nessuno nessuna niente nulla tutto tutta tutti tutte altro
altra altri altre entrambi entrambe
chi che cui quale quali quanto quanta quanti quante quando dove perché come
a ad con contro da di d' dentro dietro dopo durante entro fino fra fuori in mediante oltre per presso secondo
senza sopra sotto su tra tramite verso
e ed o od ma né se anche oppure ovvero però quindi dunque mentre poiché affinché benché sebbene finché
sono sei è siamo siete ero eri era eravamo eravate erano fui fosti fu fummo foste furono sarò sarai sarà saremo sarete
saranno sarei saresti sarebbe saremmo sareste sarebbero sia siano siate fossi fosse fossimo fossero essere stato stata
stati state essendo
ho hai ha abbiamo avete hanno avevo avevi aveva avevamo avevate avevano ebbi avesti ebbe avemmo aveste ebbero avrò avrai
avrà avremo avrete avranno avrei avresti avrebbe avremmo avreste avrebbero abbia abbiate abbiano avessi avesse avessimo
avessero avere avuto avuta avuti avute avendo
non sì no più già c' c'è
)";

constexpr std::string_view kPortuguese = R"(
o a os as um uma uns umas ao aos à às do da dos das dum duma no na nos nas num numa pelo pela pelos pelas
eu me mim meu minha meus minhas comigo tu te ti teu tua teus tuas contigo você vocês ele ela eles elas se si seu sua seus
suas consigo lhe lhes nós nosso nossa nossos nossas conosco connosco vós vos vosso vossa vossos vossas lo la los las
mesmo mesma mesmos mesmas
este esta estes estas isto esse essa esses essas isso aquele aquela aqueles aquelas aquilo deste desta destes destas disto
desse dessa desses dessas disso daquele daquela daqueles daquelas daquilo neste nesta nestes nestas nisto nesse nessa
nesses nessas nisso naquele naquela naqueles naquelas naquilo dele dela deles delas nele nela neles nelas tal tais algum
alguma alguns algumas alguém algo nenhum nenhuma ninguém nada todo toda todos todas tudo cada outro outra outros outras
ambos ambas qualquer quaisquer
que quem qual quais cujo cuja cujos cujas quanto quanta quantos quantas quando onde como porque porquê
ante após até com contra de desde durante em entre exceto mediante para perante por sem sob sobre
e ou mas nem porém todavia contudo logo pois se embora enquanto conforme portanto
sou és é somos sois são era eras éramos eram fui foste foi fomos foram serei serás será seremos serão seria serias seríamos
seriam seja sejas sejamos sejam fosse fosses fôssemos fossem for fores formos forem ser sido sendo fora
estou estás está estamos estão estava estavas estávamos estavam estive esteve estivemos estiveram estarei estará estarão
estaria estariam esteja estejam estivesse estivessem estiver estiverem estar estado estando
tenho tens tem temos têm tinha tinhas tínhamos tinham tive teve tivemos tiveram terei terá teremos terão teria teriam tenha
tenham tivesse tivessem tiver tiverem ter tido tendo hei há havia haviam houve houveram haverá haveria haja haver havido
não sim também já mais
)";

constexpr std::string_view kSpanish = R"(
el la los las lo un una unos unas al del
yo me mí mi mis mío mía míos mías conmigo tú te ti tu tus tuyo tuya tuyos tuyas contigo usted ustedes él ella ello ellos
ellas se sí su sus suyo suya suyos suyas consigo le les nos nosotros nosotras nuestro nuestra nuestros nuestras os
vosotros vosotras vuestro vuestra vuestros vuestras mismo misma mismos mismas
este esta esto estos estas éste ésta éstos éstas ese esa eso esos esas ése ésa ésos ésas aquel aquella aquello aquellos
aquellas aquél aquélla tal tales alguno alguna algunos algunas algún alguien algo ninguno ninguna ningún nadie nada todo
toda todos todas cada otro otra otros otras ambos ambas cualquier cualquiera
que qué quien quién quienes quiénes cual cuál cuales cuáles cuyo cuya cuyos cuyas cuanto cuánto cuanta cuánta cuantos
cuántos cuantas cuántas cuando cuándo donde dónde como cómo por porque porqué
a ante bajo con contra de desde durante en entre excepto hacia hasta mediante para según sin sobre tras
y e o u ni mas pero sino si aunque pues mientras conque luego
soy eres es somos sois son era eras éramos erais eran fui fuiste fue fuimos fuisteis fueron seré serás será seremos seréis
serán sería serías seríamos seríais serían sea seas seamos seáis sean fuera fueras fuéramos fueran fuese fueses fuésemos
fuesen ser sido siendo
estoy estás está estamos estáis están estaba estabas estábamos estabais estaban estuve estuvo estuvimos estuvieron estaré
estará estarán estaría estarían esté estés estén estuviera estuvieran estuviese estuviesen estar estado estando
he has ha hemos habéis han había habías habíamos habíais habían hube hubo hubimos hubieron habré habrás habrá habremos
habréis habrán habría habrías habríamos habríais habrían haya hayas hayamos hayáis hayan hubiera hubieras hubiéramos
hubieran hubiese hubieses hubiésemos hubiesen haber habido habiendo hay
no también ya más muy
)";

constexpr std::array kLists = {StopList{"dutch", kDutch},     StopList{"english", kEnglish},
                               StopList{"french", kFrench},   StopList{"german", kGerman},
                               StopList{"italian", kItalian}, StopList{"portuguese", kPortuguese},
                               StopList{"spanish", kSpanish}};

}  // namespace

std::span<const StopList> stop_lists() {
  return kLists;
}

}  // namespace priory
