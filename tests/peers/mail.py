# SPDX-License-Identifier: Apache-2.0
"""Compares the texts of mails with Python's email and html modules, and mboxes with its mailbox module.

    /usr/bin/python3 mail.py PATH/TO/priory [SEED]

Well-formed mails are made at random with Python: charsets, transfer encodings, encoded subjects, parts within parts,
HTML, attachments. Python parses them again and says what their words are; so does `priory predict --keep text`. White
space does not count. Exits with 1 at the first difference.
"""
import email
import email.policy
import html.parser
import json
import mailbox
import pathlib
import random
import subprocess
import sys
import tempfile
from email.message import EmailMessage

N_MAILS = 400
WORDS = {
    "us-ascii": "free prize money lunch noon see you at the old mill From >From =20 a=b <tag> &amp;".split(),
    "iso-8859-1": "café naïve Straße garçon élan ñandú plain".split(),
    "iso-8859-2": "żółw łódź čaj plain".split(),
    "koi8-r": "привет мир деньги plain".split(),
    "gb2312": "你好 世界 免费 plain".split(),
    "iso-2022-jp": "漢字 かな plain".split(),
    "utf-8": "𝔘nicode € “quoted” שלום ไทย plain café".split(),
}
BLOCKS = ("p", "div", "td", "li", "h1")
INLINE = ("b", "i", "span", "font", "a", "madeup")


class Words(html.parser.HTMLParser):
    """What a page says, with a space where a block begins or ends."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.text, self.skipped = "", 0

    def handle_starttag(self, tag, attrs):
        self.skipped += tag in ("script", "style")
        self.text += " " if tag in BLOCKS or tag == "br" else ""

    def handle_endtag(self, tag):
        self.skipped -= tag in ("script", "style")
        self.text += " " if tag in BLOCKS else ""

    def handle_data(self, data):
        self.text += "" if self.skipped else data


def some_words(rng, charset, most=12):
    return " ".join(rng.choices(WORDS[charset], k=rng.randint(1, most)))


def some_text(rng, charset):
    return "\n".join(some_words(rng, charset) for _ in range(rng.randint(1, 8))) + "\n"


def some_page(rng, charset):
    out = "<html><head><style>p { color: red }</style></head><body>\n"
    for _ in range(rng.randint(1, 8)):
        words = html.escape(some_words(rng, charset))
        inline, block = rng.choice(INLINE), rng.choice(BLOCKS)
        words = words[:1] + f"<{inline} x='y > z'>" + words[1:] + f"</{inline}>" if words[0].isalpha() else words
        out += rng.choice((f"<{block}>{words}</{block}>", f"{words}<br>\n", f"<!-- {words} -->",
                           f"<script>if (a < b) x('{'<p>'}')</script>", "&eacute;&#233;&#xe9; &copy;"))
    return out + "</body></html>\n"


def fill(rng, message):
    charset = rng.choice(list(WORDS))
    encodings = ["base64", "quoted-printable"] + (["7bit"] if charset in ("us-ascii", "iso-2022-jp") else [])
    page = rng.random() < 0.4
    text = some_page(rng, charset) if page else some_text(rng, charset)
    if page:
        charset = "utf-8"
    message.set_content(text, subtype="html" if page else "plain", charset=charset, cte=rng.choice(encodings[:2]))


def some_mail(rng):
    mail = EmailMessage(policy=email.policy.default)
    charset = rng.choice(list(WORDS))
    mail["From"] = "Ann <ann@example.com>"
    mail["To"] = "bob@example.com"
    mail["Subject"] = some_words(rng, charset, 5)
    fill(rng, mail)
    for _ in range(rng.randint(0, 3)):
        if rng.random() < 0.5:
            mail.add_attachment(bytes(rng.randrange(256) for _ in range(50)), maintype="application",
                                subtype="octet-stream", filename="data.bin")
        else:
            part = EmailMessage(policy=email.policy.default)
            fill(rng, part)
            if not mail.is_multipart():
                mail.make_mixed()
            mail.attach(part)
    return mail


def expected(raw):
    mail = email.message_from_bytes(raw, policy=email.policy.default)
    out = [str(mail["Subject"])]
    for part in mail.walk():
        if part.get_content_maintype() != "text" or part.is_attachment():
            continue
        content = part.get_content()
        if part.get_content_subtype() == "html":
            words = Words()
            words.feed(content)
            words.close()
            content = words.text
        out.append(content)
    return " ".join(" ".join(out).split())


def texts_of(priory, folder, data, *options):
    command = [priory, "predict", folder / "model", data, "--keep", "text,file", "--format", "json", *options]
    out = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout.decode()
    return [(row["file"], " ".join(row["text"].split())) for row in map(json.loads, out.splitlines())]


def differs(name, raw, ours, quoted=False):
    theirs = expected(raw)
    if quoted:  # Python quotes From lines in a way that cannot be undone: a body may have had >From itself
        ours, theirs = ours.replace(">From", "From"), theirs.replace(">From", "From")
    if ours == theirs:
        return False
    print(f"{name}: the texts differ\nours:   {ours}\ntheirs: {theirs}\n\n{raw.decode('utf-8', 'replace')}")
    return True


def main():
    priory, seed = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "two.ft").write_text("__label__a xx\n__label__b yy\n")
        subprocess.run([priory, "train", "--plain", folder / "two.ft", "-o", folder / "model"], check=True,
                       stderr=subprocess.DEVNULL)
        (folder / "mails").mkdir()
        box = mailbox.mbox(folder / "all.mbox")
        raws = []
        for k in range(N_MAILS):
            raws.append(some_mail(rng).as_bytes())
            (folder / "mails" / f"{k:04}.eml").write_bytes(raws[-1])
            box.add(mailbox.mboxMessage(email.message_from_bytes(raws[-1])))
        box.flush()
        for path, text in texts_of(priory, folder, folder / "mails"):
            if differs(path, raws[int(pathlib.Path(path).stem)], text):
                return 1
        rows = texts_of(priory, folder, folder / "all.mbox")
        if len(rows) != len(raws):
            print(f"the mbox has {len(raws)} mails, {len(rows)} were read")
            return 1
        for (path, text), raw in zip(rows, raws):
            if differs(path, raw, text, quoted=True):
                return 1
    print(f"{N_MAILS} mails have the same words, as files and in an mbox (seed {seed})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
